import { type Condition, windowStart } from './finding.ts'

/** A connection's server has not answered for as long as the window. */
export const connectionLost: Condition = async (db, rule, now) => {
  const rows = await db.query<{ id: string; name: string; problem: string; failing_since: Date }>(
    `select c.id::text as id, c.name, k.problem, k.failing_since
     from connections c join alert_connection_checks k on k.connection_id = c.id
     where k.failing_since <= $2 and ($1::jsonb is null or $1::jsonb ? c.id::text)`,
    [rule.connection_ids && JSON.stringify(rule.connection_ids), windowStart(rule, now)],
  )
  return rows.map((row) => ({
    subject: `connection ${row.id}`,
    subject_name: row.name,
    deployment_id: null,
    revision_id: null,
    connection_id: row.id,
    title: `${row.name} does not answer`,
    detail: `${row.problem} It has not answered since ${row.failing_since.toISOString()}.`,
  }))
}
