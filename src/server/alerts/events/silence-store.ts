import type { AlertSilence } from '../../../contract/alerts/silences.ts'
import type { Queryable } from '../../db/database.ts'

/** What a silence is about; null for all. */
export interface SilenceScope {
  rule_id: string | null
  deployment_id: string | null
}

interface SilenceRow extends SilenceScope {
  id: string
  rule_name: string | null
  deployment_name: string | null
  reason: string | null
  created_by: string | null
  created_at: Date
  until: Date
}

/** Those that last at a moment, the one that ends first before the others. */
export async function listLasting(db: Queryable, now: Date): Promise<AlertSilence[]> {
  const rows = await db.query<SilenceRow>(
    `select s.*, r.name as rule_name, d.name as deployment_name
     from alert_silences s left join alert_rules r on r.id = s.rule_id
       left join deployments d on d.id = s.deployment_id
     where s.until > $1 order by s.until, s.id`,
    [now],
  )
  return rows.map(({ created_at, until, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    until: until.toISOString(),
  }))
}

/** Whether nobody is to be told of an event. */
export function isSilenced(event: SilenceScope, silences: readonly SilenceScope[]): boolean {
  return silences.some(
    ({ rule_id, deployment_id }) =>
      (rule_id === null || rule_id === event.rule_id) &&
      (deployment_id === null || deployment_id === event.deployment_id),
  )
}

export async function insertSilence(
  db: Queryable,
  silence: SilenceScope & {
    id: string
    reason: string | null
    created_by: string | null
    created_at: Date
    until: Date
  },
): Promise<void> {
  await db.query(
    `insert into alert_silences (id, rule_id, deployment_id, reason, created_by, created_at, until)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      silence.id,
      silence.rule_id,
      silence.deployment_id,
      silence.reason,
      silence.created_by,
      silence.created_at,
      silence.until,
    ],
  )
}

/** Forgets those that ended before a moment. */
export async function deleteOldSilences(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from alert_silences where until < $1', [before])
}

/** Whether there is such a deployment, to be silent about. */
export async function isDeployment(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select 1 from deployments where id = $1', [id])).length > 0
}

/** Answers whether there was one that lasts. */
export async function endSilence(db: Queryable, id: string, now: Date): Promise<boolean> {
  const rows = await db.query(
    'update alert_silences set until = $2 where id = $1 and until > $2 returning 1',
    [id, now],
  )
  return rows.length > 0
}
