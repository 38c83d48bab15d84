import type { AlertKind } from '../../../contract/alerts/alert-kinds.ts'
import type { AlertRule } from '../../../contract/alerts/rules.ts'
import { first, type Queryable } from '../../db/database.ts'

export interface AlertRuleRow {
  id: string
  name: string
  kind: AlertKind
  threshold: number | null
  window_minutes: number | null
  least: number | null
  deployment_ids: string[] | null
  connection_ids: string[] | null
  channel_ids: string[]
  is_on: boolean
  watched_since: Date
  created_at: Date
  updated_at: Date
}

/** What somebody decides of a rule. */
export type RuleSettings = Omit<AlertRuleRow, 'id' | 'watched_since' | 'created_at' | 'updated_at'>

export async function listRules(db: Queryable): Promise<AlertRule[]> {
  const rows = await db.query<AlertRuleRow & { open_events: number }>(
    `select r.*, (select count(*)::int from alert_events e where e.rule_id = r.id and e.ended_at is null)
       as open_events
     from alert_rules r order by lower(r.name), r.id`,
  )
  return rows.map(({ watched_since: _, created_at, updated_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }))
}

/** Those that are on. */
export function listWatched(db: Queryable): Promise<AlertRuleRow[]> {
  return db.query<AlertRuleRow>('select * from alert_rules where is_on order by id')
}

export async function findRule(db: Queryable, id: string): Promise<AlertRuleRow | undefined> {
  return first(await db.query<AlertRuleRow>('select * from alert_rules where id = $1', [id]))
}

/** Writes all of a rule, new or not. What it found counts from `watchedSince` on. */
export async function saveRule(
  db: Queryable,
  id: string,
  settings: RuleSettings,
  { at, watchedSince }: { at: Date; watchedSince: Date },
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await db.query(
    `insert into alert_rules (id, name, kind, threshold, window_minutes, least, deployment_ids,
       connection_ids, channel_ids, is_on, watched_since, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9::jsonb, $10, $11, $12, $12)
     on conflict (id) do update set name = $2, threshold = $4, window_minutes = $5, least = $6,
       deployment_ids = $7::jsonb, connection_ids = $8::jsonb, channel_ids = $9::jsonb, is_on = $10,
       watched_since = $11, updated_at = $12`,
    [
      id,
      settings.name,
      settings.kind,
      settings.threshold,
      settings.window_minutes,
      settings.least,
      json(settings.deployment_ids),
      json(settings.connection_ids),
      json(settings.channel_ids),
      settings.is_on,
      watchedSince,
      at,
    ],
  )
}

export async function removeRule(db: Queryable, id: string): Promise<void> {
  await db.query('delete from alert_rules where id = $1', [id])
}
