import type { Attempts } from './attempts.ts'
import type { EngineContext } from './engine-context.ts'
import type { RemoteRuns } from './remote-runs.ts'
import { listHeld, listOrphans, lookAtRuns } from './run-claims.ts'
import type { RunWork } from './run-work.ts'

/** A claim and an end take less. */
const abandonedMs = 30_000

/** Finds what was missed: while the database did not answer, or because no signal came. */
export class RunSweep {
  readonly #context: EngineContext
  readonly #attempts: Attempts
  readonly #work: RunWork
  readonly #remote: RemoteRuns

  constructor(
    context: EngineContext,
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
    await this.#lookAfterOwn()
    await this.takeOver(this.#context.fleet.ids())
    await this.#remote.look()
  }

  /** Takes up the runs of deployments whose process is not there any more. */
  async takeOver(deployments: string[]): Promise<void> {
    const { database, processId } = this.#context
    for (const run of await listOrphans(database, deployments, processId)) {
      await this.#work.giveBack(run, 'orphaned')
    }
  }

  /** The runs that this process holds without working on them: an end was not stored. */
  async #giveBackAbandoned(): Promise<void> {
    const { database, now, processId } = this.#context
    const before = new Date(now().getTime() - abandonedMs)
    for (const run of await listHeld(database, processId, before)) {
      if (!this.#attempts.get(run.run_id)) await this.#work.giveBack(run, 'innocent')
    }
  }

  /** The runs that this process works on: others may want something of them, or have taken them. */
  async #lookAfterOwn(): Promise<void> {
    const { database, logs, processId, signals } = this.#context
    const attempts = this.#attempts.all()
    if (!signals.isShared || attempts.length === 0) return
    const ids = attempts.map(({ run }) => run.run_id)
    const found = await lookAtRuns(database, ids)
    for (const attempt of attempts) {
      const { run } = attempt
      const row = found.find(({ run_id }) => run_id === run.run_id)
      if (!this.#attempts.isAtWork(attempt)) continue
      if (row?.claimed_by !== processId || row.attempt !== run.attempt) this.#work.lose(attempt)
      else if (row.cancel_action) this.#attempts.stop(run.run_id)
      else if (row.is_logged) await logs.store(run.run_id)
    }
  }
}
