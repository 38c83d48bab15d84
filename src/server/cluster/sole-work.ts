import type { Queryable } from '../db/database.ts'
import { isAlive } from './server-store.ts'

/** Tables with one row at most: the process whose work something is. */
type SoleWork = 'alert_evaluator' | 'retention_sweeper'

/**
 * Whether a work that one process does for all is this process's, which it becomes once no living one has it. Asked
 * within a transaction it stays so until that ends: what is written there is written by one process only.
 */
export async function takesSoleWork(
  db: Queryable,
  work: SoleWork,
  serverId: string,
): Promise<boolean> {
  const held = await db.query<{ server_id: string }>(`select server_id from ${work} for update`)
  if (held[0]?.server_id === serverId) return true
  const rows = await db.query(
    `insert into ${work} as held (server_id) values ($1)
     on conflict (is_only) do update set server_id = $1
       where held.server_id = $1 or not ${isAlive('held.server_id')} returning 1`,
    [serverId],
  )
  return rows.length > 0
}
