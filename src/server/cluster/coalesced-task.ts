import { asError } from '../as-error.ts'

/**
 * Work that never runs twice at a time: what is requested while it runs makes one more run afterwards,
 * however often it was requested. So every request is followed by a run that began after it.
 */
export class CoalescedTask {
  readonly #work: () => Promise<void>
  readonly #onError: (error: Error) => void
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #isStopped = false

  /** `onError` gets what the work fails with; a run that was requested meanwhile follows all the same. */
  constructor(work: () => Promise<void>, onError: (error: Error) => void) {
    this.#work = work
    this.#onError = onError
  }

  /** Runs now, or once more after the run that is going on. Resolves when that run is over; never rejects. */
  request(): Promise<void> {
    if (this.#isStopped) return this.#running ?? Promise.resolve()
    if (!this.#running) return this.#run()
    this.#next ??= this.#running.then(() => {
      this.#next = null
      return this.#isStopped ? undefined : this.#run()
    })
    return this.#next
  }

  /** No run begins any more. Resolves when none is going on. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  #run(): Promise<void> {
    this.#running = this.#work()
      .catch((error: unknown) => {
        this.#onError(asError(error))
      })
      .finally(() => {
        this.#running = null
      })
    return this.#running
  }
}
