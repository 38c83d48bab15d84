/** Who waits for the end of which run. */
export class EndWaits {
  readonly #waiting = new Map<string, (() => void)[]>()

  /** The runs that somebody waits for. */
  runs(): Iterable<string> {
    return this.#waiting.keys()
  }

  add(runId: string): { ended: Promise<void>; forget(): void } {
    let forget = () => {}
    const ended = new Promise<void>((resolve) => {
      this.#waiting.set(runId, [...(this.#waiting.get(runId) ?? []), resolve])
      forget = () => {
        const others = (this.#waiting.get(runId) ?? []).filter((other) => other !== resolve)
        if (others.length > 0) this.#waiting.set(runId, others)
        else this.#waiting.delete(runId)
      }
    })
    return { ended, forget: () => forget() }
  }

  end(runId: string): void {
    for (const resolve of this.#waiting.get(runId) ?? []) resolve()
    this.#waiting.delete(runId)
  }
}
