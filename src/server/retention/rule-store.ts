import {
  type RetentionName,
  type RetentionRule,
  retentionNames,
} from '../../contract/control-plane/retention.ts'
import { first, type Queryable } from '../db/database.ts'

type DaysName = `${RetentionName}_days`
export type Days = Record<DaysName, number | null>

export interface RuleRow extends Days {
  deployment_id: string
  updated_at: Date
  updated_by: string | null
  swept_at: Date | null
}

/** How many of each went. */
export type Removed = Record<RetentionName, number>
export const nothing: Removed = { threads: 0, runs: 0, events: 0, logs: 0, votes: 0 }

export const daysNames = retentionNames.map((name): DaysName => `${name}_days`)
const columns = `deployment_id, ${daysNames.join(', ')}, updated_at, updated_by, swept_at`

/** Every number of a rule; an absent one is null. */
export function daysOf(rule: Partial<RetentionRule> | undefined): Days {
  return Object.fromEntries(daysNames.map((name) => [name, rule?.[name] ?? null])) as Days
}

/** The source of a deployment; undefined where there is none. */
export async function findSource(db: Queryable, deploymentId: string): Promise<string | undefined> {
  const sql = 'select source from deployments where id = $1'
  return first(await db.query<{ source: string }>(sql, [deploymentId]))?.source
}

export async function findRule(db: Queryable, deploymentId: string): Promise<RuleRow | undefined> {
  const rows = await db.query<RuleRow>(
    `select ${columns} from retention_rules where deployment_id = $1`,
    [deploymentId],
  )
  return first(rows)
}

/** Sets the numbers that are given. What is old enough by them is looked for at once. */
export async function keepRule(
  db: Queryable,
  deploymentId: string,
  rule: RetentionRule,
  by: { at: Date; name: string | null },
): Promise<void> {
  const set = daysNames.filter((name) => rule[name] !== undefined)
  const changes = set.map((name) => `${name} = excluded.${name},`).join(' ')
  await db.query(
    `insert into retention_rules (${columns}, next_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, null, $7)
     on conflict (deployment_id) do update set ${changes} updated_at = excluded.updated_at,
       updated_by = excluded.updated_by, next_at = excluded.next_at, swept_at = null`,
    [deploymentId, ...daysNames.map((name) => rule[name] ?? null), by.at, by.name],
  )
}

/** Rules by which something may have to go, the one that has waited longest first. */
export function listDueRules(db: Queryable, now: Date): Promise<RuleRow[]> {
  return db.query<RuleRow>(
    `select ${columns} from retention_rules
     where next_at <= $1 and coalesce(${daysNames.join(', ')}) is not null order by next_at`,
    [now],
  )
}

/** Nothing is left to remove by the rule as it was then: it is looked at again at `next`. */
export async function settleRule(
  db: Queryable,
  rule: Pick<RuleRow, 'deployment_id' | 'updated_at'>,
  { now, next }: { now: Date; next: Date },
): Promise<void> {
  await db.query(
    `update retention_rules set swept_at = $3, next_at = $4
     where deployment_id = $1 and updated_at = $2`,
    [rule.deployment_id, rule.updated_at, now, next],
  )
}

/** Nobody has changed the rule meanwhile, and nobody does until the transaction ends. */
export async function isStillRule(
  tx: Queryable,
  { deployment_id, updated_at }: Pick<RuleRow, 'deployment_id' | 'updated_at'>,
): Promise<boolean> {
  const rows = await tx.query<{ updated_at: Date }>(
    'select updated_at from retention_rules where deployment_id = $1 for share',
    [deployment_id],
  )
  return rows[0]?.updated_at.getTime() === updated_at.getTime()
}

/** Counts what went, by day. */
export async function countRemoved(
  tx: Queryable,
  deploymentId: string,
  removed: Removed,
  now: Date,
): Promise<void> {
  const added = retentionNames.map((name) => `${name} = kept.${name} + excluded.${name}`)
  await tx.query(
    `insert into retention_removed as kept (deployment_id, day, ${retentionNames.join(', ')})
     values ($1, ($2::timestamptz at time zone 'UTC')::date, $3, $4, $5, $6, $7)
     on conflict (deployment_id, day) do update set ${added.join(', ')}`,
    [deploymentId, now, ...retentionNames.map((name) => removed[name])],
  )
}

/** What went since a moment's day. */
export async function sumRemoved(
  db: Queryable,
  deploymentId: string,
  since: Date,
): Promise<Removed> {
  const sums = retentionNames.map((name) => `coalesce(sum(${name}), 0)::float8 as ${name}`)
  const rows = await db.query<Removed>(
    `select ${sums.join(', ')} from retention_removed
     where deployment_id = $1 and day >= ($2::timestamptz at time zone 'UTC')::date`,
    [deploymentId, since],
  )
  return first(rows) ?? nothing
}

/** Days that no page tells of any more. */
export async function deleteOldCounts(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from retention_removed where day < $1::date', [before])
}
