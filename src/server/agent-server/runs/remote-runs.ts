import type { EngineContext } from '../engine-context.ts'
import { findEnd } from '../run-store/run-store.ts'
import type { RunLog } from '../streams/log/run-log.ts'
import type { Attempts } from './attempts.ts'
import { pollRuns, wantLogged } from './run-claims.ts'
import { cancelledBeforeStart, terminalFrom } from './run-ending.ts'
import type { RunEnds } from './run-ends.ts'

/** A run that was deleted at another process: why is not known here. */
const deleted = cancelledBeforeStart({ cancel_reason: null, webhook: null }, 'rollback')

/** Follows the runs that other processes execute, for whoever listens or waits here. */
export class RemoteRuns {
  readonly #context: Pick<EngineContext, 'database' | 'cluster' | 'logs'>
  readonly #attempts: Attempts
  readonly #ends: RunEnds

  constructor(
    context: Pick<EngineContext, 'database' | 'cluster' | 'logs'>,
    { attempts, ends }: { attempts: Attempts; ends: RunEnds },
  ) {
    this.#context = context
    this.#attempts = attempts
    this.#ends = ends
  }

  /** The log of an active run, wherever it works. */
  async follow(run: { run_id: string; is_logged: boolean }): Promise<RunLog> {
    const { database, logs, cluster } = this.#context
    const log = await logs.open(run)
    if (!cluster.isShared || this.#attempts.get(run.run_id)) return log
    await wantLogged(database, run.run_id)
    cluster.notices.send({ kind: 'follow', run_id: run.run_id })
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
    if (!end) return this.#ends.announceHere(runId, { ...deleted, isDeleted: true })
    const log = logs.find(runId)
    if (log) await logs.pull(runId)
    const terminal = terminalFrom(end.output)
    // The last event may be among those that were stored.
    const isTold = log?.lastEvent === 'error'
    this.#ends.announceHere(runId, isTold ? { ...terminal, event: null } : terminal)
  }

  /** Finds out what no notice has told: to be done now and then, and after a gap. */
  async poll(): Promise<void> {
    const { database, logs, cluster } = this.#context
    if (!cluster.isShared) return
    const ids = new Set([...logs.active(), ...this.#ends.awaited()])
    for (const { run } of this.#attempts.all()) ids.delete(run.run_id)
    if (ids.size === 0) return
    const found = new Map(
      (await pollRuns(database, [...ids])).map((run) => [run.run_id, run] as const),
    )
    for (const runId of ids) {
      const run = found.get(runId)
      if (run?.status === 'pending') continue
      if (run?.status !== 'running') await this.onEnded(runId)
      else if (run.claimed_by !== cluster.serverId && logs.find(runId)) await this.follow(run)
    }
  }

  #isOfInterest(runId: string): boolean {
    return (
      this.#context.logs.find(runId)?.hasEnded === false || new Set(this.#ends.awaited()).has(runId)
    )
  }
}
