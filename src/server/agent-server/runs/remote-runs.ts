import type { RunLog } from '../streams/run-log.ts'
import type { Attempts } from './attempts.ts'
import type { EngineContext } from './engine-context.ts'
import { lookAtRuns, wantLogged } from './run-claims.ts'
import { cancelledBeforeStart, type Farewell, farewellFrom } from './run-ending.ts'
import { findEnd } from './run-store.ts'

/** A run that was deleted at another process: why is not known here. */
const deleted = cancelledBeforeStart({ cancel_reason: null, webhook: null }, 'rollback')

/** Follows the runs that other processes execute, for whoever listens or waits here. */
export class RemoteRuns {
  readonly #context: EngineContext
  readonly #attempts: Attempts
  /** The runs that somebody here waits for. */
  readonly #awaited: () => Iterable<string>
  readonly #onEnd: (runId: string, farewell: Farewell) => void

  constructor(
    context: EngineContext,
    attempts: Attempts,
    awaited: () => Iterable<string>,
    onEnd: (runId: string, farewell: Farewell) => void,
  ) {
    this.#context = context
    this.#attempts = attempts
    this.#awaited = awaited
    this.#onEnd = onEnd
  }

  /** The log of an active run, wherever it works. */
  async follow(run: { run_id: string; is_logged: boolean }): Promise<RunLog> {
    const { database, logs, signals } = this.#context
    const log = await logs.open(run)
    if (!signals.isShared || this.#attempts.get(run.run_id)) return log
    await wantLogged(database, run.run_id)
    signals.send({ kind: 'follow', run_id: run.run_id })
    await logs.pull(run.run_id)
    return log
  }

  /** More events of a run are stored by another process. */
  async onEvents(runId: string): Promise<void> {
    if (this.#attempts.get(runId)) return
    await this.#context.logs.pull(runId)
  }

  /** A run has ended at another process, or nobody knows it any more. */
  async onEnded(runId: string): Promise<void> {
    if (this.#attempts.get(runId) || !this.#isOfInterest(runId)) return
    const { database, logs } = this.#context
    const end = await findEnd(database, runId)
    if (end && end.ended_at === null) return
    if (!end) return this.#onEnd(runId, { ...deleted, isDeleted: true })
    const log = logs.find(runId)
    if (log) await logs.pull(runId)
    const farewell = farewellFrom(end.output)
    // The last event may be among those that were stored.
    const isTold = log?.lastEvent === 'error'
    this.#onEnd(runId, isTold ? { ...farewell, event: null } : farewell)
  }

  /** Finds out what no signal has told: to be done now and then, and after a gap. */
  async look(): Promise<void> {
    const { database, logs, processId, signals } = this.#context
    if (!signals.isShared) return
    const ids = new Set([...logs.active(), ...this.#awaited()])
    for (const { run } of this.#attempts.all()) ids.delete(run.run_id)
    if (ids.size === 0) return
    const found = new Map(
      (await lookAtRuns(database, [...ids])).map((run) => [run.run_id, run] as const),
    )
    for (const runId of ids) {
      const run = found.get(runId)
      if (run?.status === 'pending') continue
      if (run?.status !== 'running') await this.onEnded(runId)
      else if (run.claimed_by !== processId && logs.find(runId)) await this.follow(run)
    }
  }

  #isOfInterest(runId: string): boolean {
    return this.#context.logs.find(runId)?.hasEnded === false || new Set(this.#awaited()).has(runId)
  }
}
