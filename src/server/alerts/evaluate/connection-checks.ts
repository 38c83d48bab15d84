import type { AlertsContext } from '../alerts-context.ts'
import type { AlertRuleRow } from '../rules/rule-store.ts'

const pauseMs = 30_000
/** After so long without a look nobody knows how it was meanwhile. */
const forgottenMs = 5 * 60_000

/** Asks the servers of the connections that rules are about, now and then, and keeps since when one does not answer. */
export class ConnectionChecks {
  readonly #alerts: AlertsContext
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(alerts: AlertsContext) {
    this.#alerts = alerts
  }

  async keep(rules: readonly AlertRuleRow[]): Promise<void> {
    const watching = rules.filter(({ kind }) => kind === 'connection_lost')
    const { now, connections } = this.#alerts
    if (watching.length === 0 || now().getTime() - this.#checkedAt < pauseMs) return
    this.#checkedAt = now().getTime()
    const all = await connections.list()
    const watched = all.filter(({ id }) =>
      watching.some(({ connection_ids }) => connection_ids === null || connection_ids.includes(id)),
    )
    await Promise.all(watched.map(({ id }) => this.#check(id)))
  }

  async #check(id: string): Promise<void> {
    const { database, connections, now } = this.#alerts
    const problem = await connections.problemOf(id)
    const at = now()
    // It may have been deleted meanwhile.
    await database.query(
      `insert into alert_connection_checks (connection_id, checked_at, failing_since, problem)
       select id, $2, case when $3::text is null then null else $2::timestamptz end, $3
       from connections where id = $1
       on conflict (connection_id) do update set checked_at = $2, problem = $3,
         failing_since = case when $3::text is null then null
           when alert_connection_checks.checked_at < $4 then $2::timestamptz
           else coalesce(alert_connection_checks.failing_since, $2::timestamptz) end`,
      [id, at, problem, new Date(at.getTime() - forgottenMs)],
    )
  }
}
