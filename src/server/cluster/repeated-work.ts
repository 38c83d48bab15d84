/** Does the same work again and again, each time after a pause, until it is stopped. */
export class RepeatedWork {
  readonly #pauseMs: number
  readonly #work: (signal: AbortSignal) => Promise<void>
  readonly #report: (error: Error) => void
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  /** What the work fails with is reported, unless it was told to stop by its signal. */
  constructor(options: {
    pauseMs: number
    work: (signal: AbortSignal) => Promise<void>
    report: (error: Error) => void
  }) {
    this.#pauseMs = options.pauseMs
    this.#work = options.work
    this.#report = options.report
  }

  start(): void {
    if (this.#stopping.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#running = this.#work(this.#stopping.signal)
        .catch((error: Error) => {
          if (!this.#stopping.signal.aborted) this.#report(error)
        })
        .finally(() => this.start())
    }, this.#pauseMs)
  }

  /** Resolves when nothing is at work any more. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#running
  }
}
