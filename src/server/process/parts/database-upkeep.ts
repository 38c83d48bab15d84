import { CoalescedTask } from '../../cluster/coalesced-task.ts'

const usualPauseMs = 15_000

/** Does what keeps the embedded database small and fast, from time to time, one at a time. */
export class DatabaseUpkeep {
  readonly #task: CoalescedTask
  readonly #timer: NodeJS.Timeout

  constructor(
    work: () => Promise<void>,
    pauseMs: number | undefined,
    report: (error: Error) => void,
  ) {
    this.#task = new CoalescedTask(work, report)
    this.#timer = setInterval(() => void this.#task.request(), pauseMs ?? usualPauseMs).unref()
  }

  /** Resolves when nothing is done any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#task.stop()
  }
}
