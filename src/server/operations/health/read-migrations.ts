import type { StackHealth } from '../../../contract/gateway/stack.ts'
import type { Queryable } from '../../db/database.ts'
import { migrationNames } from '../../db/migrate.ts'

/** Which changes the tables have had, beside those that this version knows. */
export async function readMigrations(db: Queryable): Promise<StackHealth['migrations']> {
  const [known, applied] = await Promise.all([
    migrationNames(),
    db.query<{ name: string; applied_at: Date }>(
      'select name, applied_at from migrations order by applied_at, name',
    ),
  ])
  const newest = applied.at(-1)
  const names = applied.map(({ name }) => name)
  return {
    applied: applied.length,
    newest: newest?.name ?? '',
    newest_at: newest?.applied_at.toISOString() ?? '',
    missing: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  }
}
