const firstMs = 250
/** A process that lived this long is started again without delay. */
const steadyMs = 60_000

/** How long to wait before a process that crashed is started again: at once, then twice as long each time. */
export class RestartPauses {
  readonly #longestMs: number
  #crashes = 0

  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  after(livedMs: number): number {
    if (livedMs > steadyMs) this.#crashes = 0
    const pauseMs = this.#crashes === 0 ? 0 : firstMs * 2 ** this.#crashes
    this.#crashes += 1
    return Math.min(pauseMs, this.#longestMs)
  }
}
