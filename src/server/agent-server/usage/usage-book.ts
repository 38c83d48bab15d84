import { modelOf, tokensOf } from '../../../contract/agent-server/tokens.ts'
import { asError } from '../../as-error.ts'
import type { Database } from '../../db/database.ts'
import type { ToldUsage } from '../../executor/protocol/told-work.ts'
import { isOfSession } from '../../session-rows.ts'
import { insertUsage } from '../../usage/usage-store.ts'
import type { RunRow } from '../run-row.ts'

const largest = 1e15

/**
 * Stores what runs tell that they have spent. No fence: what an attempt has spent that has lost its run is spent all
 * the same, and an answer is counted once, by its message's id.
 */
export class UsageBook {
  readonly #database: Database
  readonly #now: () => Date
  readonly #report: (error: Error) => void
  readonly #pending = new Map<string, Promise<void>>()

  constructor(deps: { database: Database; now: () => Date; report(error: Error): void }) {
    this.#database = deps.database
    this.#now = deps.now
    this.#report = deps.report
  }

  /** Never throws: whatever a graph tells, its run goes on. */
  record(run: RunRow, told: ToldUsage): void {
    const { run_id } = run
    const before = this.#pending.get(run_id) ?? Promise.resolve()
    const stored = before
      .then(() => this.#store(run, told))
      .catch((error) => this.#report(asError(error)))
    this.#pending.set(run_id, stored)
    void stored.then(() => {
      if (this.#pending.get(run_id) === stored) this.#pending.delete(run_id)
    })
  }

  /** Resolves when everything is stored that was told of a run so far. */
  async flush(runId: string): Promise<void> {
    await this.#pending.get(runId)
  }

  async #store(run: RunRow, told: ToldUsage): Promise<void> {
    const message = JSON.parse(told.usage) as Record<string, unknown>
    const tokens = tokensOf(message)
    if (!tokens || Math.max(...Object.values(tokens)) > largest) return
    const { run_id, deployment_id, thread_id, assistant_id, revision_id } = run
    await insertUsage(this.#database, {
      ...{ run_id, deployment_id, thread_id, assistant_id, revision_id },
      ...tokens,
      message_id: plain(told.message_id, 500),
      step: Number.isInteger(told.step) ? told.step : null,
      node: told.node === null ? null : plain(told.node, 500),
      model: nullOr(modelOf(message) ?? told.model),
      of_session: isOfSession(run.metadata),
      at: this.#now(),
    })
  }
}

const nullOr = (text: string | null) => (text === null ? null : plain(text, 200))

const plain = (text: string, most: number) => String(text).slice(0, most)
