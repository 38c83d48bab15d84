import { asError } from '../../as-error.ts'
import { throughOutage } from '../../db/through-outage.ts'
import type { LeaseSpan } from '../../executor/protocol/lease-span.ts'
import type { EngineContext } from '../engine-context.ts'
import { listHeld } from '../run-store/run-life-cycle.ts'
import type { Attempts } from './attempts.ts'
import type { RemoteRuns } from './remote-runs.ts'
import { listClaimed, listOrphans } from './run-claims.ts'
import type { RunWork } from './run-work.ts'

/** A claim and an end take less. */
const abandonedMs = 30_000

type Needed = 'database' | 'cluster' | 'executors' | 'logs' | 'now' | 'report'

/** Finds what was missed: while the database did not answer, while the process was paused, or because no notice came. */
export class RunSweep {
  readonly #context: Pick<EngineContext, Needed>
  readonly #attempts: Attempts
  readonly #work: RunWork
  readonly #remote: RemoteRuns

  constructor(
    context: Pick<EngineContext, Needed>,
    parts: { attempts: Attempts; work: RunWork; remote: RemoteRuns },
  ) {
    this.#context = context
    this.#attempts = parts.attempts
    this.#work = parts.work
    this.#remote = parts.remote
  }

  async all(): Promise<void> {
    this.#attempts.passDeadlines(this.#context.now())
    await this.#giveBackAbandoned()
    await this.#pollOwn()
    await this.takeOver(this.#context.executors.ids())
    await this.#remote.poll()
  }

  /** Takes up the runs of deployments whose process is not there any more. */
  async takeOver(deployments: string[]): Promise<void> {
    const { database, cluster } = this.#context
    for (const run of await listOrphans(database, deployments, cluster.serverId)) {
      await this.#work.giveBack(run, 'orphaned')
    }
  }

  /**
   * For how long a run that this process works on is certainly its own, by its lease and by the run itself; waits where
   * the database is away. Null when it is not, or when nobody can tell: the attempt is given up then. Never rejects.
   */
  async hold(runId: string): Promise<LeaseSpan | null> {
    const { database, cluster, report } = this.#context
    const attempt = this.#attempts.get(runId)
    if (!attempt) return null
    const isAtWork = () => this.#attempts.isAtWork(attempt) && !attempt.isEnding
    try {
      return await throughOutage(async () => {
        const span = await cluster.renewedSpan()
        const [held] = await listHeld(database, [attempt.run])
        if (held) return span
        if (isAtWork()) this.#work.lose(attempt)
        return null
      }, isAtWork)
    } catch (error) {
      if (!isAtWork()) return null
      report(asError(error))
      this.#work.lose(attempt)
      return null
    }
  }

  /** The runs that this process holds without working on them: an end was not stored. */
  async #giveBackAbandoned(): Promise<void> {
    const { database, now, cluster } = this.#context
    const before = new Date(now().getTime() - abandonedMs)
    for (const run of await listClaimed(database, cluster.serverId, before)) {
      if (!this.#attempts.get(run.run_id)) await this.#work.giveBack(run, 'bystander')
    }
  }

  /** The runs that this process works on: others may want something of them, or have taken them. */
  async #pollOwn(): Promise<void> {
    const { database, logs, cluster } = this.#context
    const attempts = this.#attempts.all()
    if (!cluster.isShared || attempts.length === 0) return
    const claims = attempts.map(({ run }) => run)
    const held = new Map((await listHeld(database, claims)).map((row) => [row.run_id, row]))
    for (const attempt of attempts) {
      const { run } = attempt
      const row = held.get(run.run_id)
      // The database may tell others that a run has ended before it tells who has ended it.
      if (!this.#attempts.isAtWork(attempt) || attempt.isEnding) continue
      if (!row) this.#work.lose(attempt)
      else if (row.cancel_action) this.#attempts.stop(run.run_id)
      else if (row.is_logged) await logs.store(run.run_id)
    }
  }
}
