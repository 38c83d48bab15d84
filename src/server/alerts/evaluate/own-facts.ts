import os from 'node:os'
import type { Queryable } from '../../db/database.ts'
import type { AlertsContext } from '../alerts-context.ts'
import type { AlertRuleRow } from '../rules/rule-store.ts'

/** What a rule of these kinds needs is seen by each process alone. */
const ofProcesses: readonly string[] = ['process_restarted', 'memory', 'not_serving']

/**
 * Writes down what only this process sees: the processes that it runs, and its disk. A restart counts from when
 * somebody first looked, since nobody is told of what was before.
 */
export class OwnFacts {
  readonly #alerts: AlertsContext
  readonly #restarts = new Map<string, number>()

  constructor(alerts: AlertsContext) {
    this.#alerts = alerts
  }

  /** Keeps what the rules ask for; nothing where none does. */
  async keep(rules: readonly AlertRuleRow[]): Promise<void> {
    const wantsProcesses = rules.some(({ kind }) => ofProcesses.includes(kind))
    if (!wantsProcesses) this.#restarts.clear()
    if (!wantsProcesses && !rules.some(({ kind }) => kind === 'disk')) return
    const { database, cluster, freeBytes, now } = this.#alerts
    const free = await freeBytes().catch(() => null)
    const seen = wantsProcesses ? await this.#look() : []
    await database.query(
      `insert into alert_server_facts (server_id, host, at, disk_free_bytes, processes)
       values ($1, $2, $3, $4, $5::jsonb)
       on conflict (server_id) do update set host = $2, at = $3, disk_free_bytes = $4, processes = $5::jsonb`,
      [cluster.serverId, os.hostname(), now(), free, JSON.stringify(seen)],
    )
  }

  async #look() {
    const { database, host } = this.#alerts
    const rows = await database.query<{ id: string }>('select id from deployments')
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of this.#restarts.keys()) if (!ids.has(id)) this.#restarts.delete(id)
    const seen = [...ids].map((id) => ({ id, process: host.seenProcess(id) }))
    for (const { id, process } of seen) await this.#count(id, process.restarts)
    return seen.flatMap(({ id, process: { memory_bytes, memory_limit_bytes, outage } }) => {
      const memory = memory_bytes !== null && memory_limit_bytes !== null
      if (!memory && !outage) return []
      return [
        {
          deployment_id: id,
          ...(memory && { memory_bytes, memory_limit_bytes }),
          ...(outage && { outage: { since: outage.since, reason: outage.reason } }),
        },
      ]
    })
  }

  /** A new revision's process begins at nought. */
  async #count(deploymentId: string, restarts: number): Promise<void> {
    const { database, cluster, now } = this.#alerts
    const before = this.#restarts.get(deploymentId)
    if (before !== undefined && before !== restarts) {
      const more = restarts > before ? restarts - before : restarts
      if (more > 0) {
        await database.query(
          'insert into alert_restarts (deployment_id, server_id, at, count) values ($1, $2, $3, $4)',
          [deploymentId, cluster.serverId, now(), more],
        )
      }
    }
    this.#restarts.set(deploymentId, restarts)
  }
}

/** Forgets what any process wrote down before a moment. */
export async function deleteOldFacts(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from alert_restarts where at < $1', [before])
  await db.query('delete from alert_server_facts where at < $1', [before])
}
