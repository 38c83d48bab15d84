import { setTimeout as delay } from 'node:timers/promises'

/** How often to look all the same: the end may be told to another process. */
const lookAgainMs = 1_000

/** Wakes those who wait for the end of something, by its id. */
export class EndedSignals {
  readonly #waiting = new Map<string, Set<AbortController>>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * What `look` finds, as soon as it finds something; null when it has not after `limitMs`, when the
   * signal aborts, or at the close. It looks once at least.
   */
  async watch<Found>(
    id: string,
    look: () => Promise<Found | null>,
    { limitMs, signal }: { limitMs: number; signal: AbortSignal },
  ): Promise<Found | null> {
    const deadline = Date.now() + limitMs
    for (;;) {
      const told = this.#listen(id)
      try {
        const found = await look()
        const leftMs = deadline - Date.now()
        if (found !== null || leftMs <= 0 || signal.aborted || this.#isClosed) return found
        const either = AbortSignal.any([told.signal, signal])
        await delay(Math.min(leftMs, lookAgainMs), null, { signal: either }).catch(() => {
          // Woken up, which is what it waited for.
        })
      } finally {
        this.#forget(id, told)
      }
    }
  }

  tell(id: string): void {
    for (const one of this.#waiting.get(id) ?? []) one.abort()
  }

  close(): void {
    this.#isClosed = true
    for (const id of this.#waiting.keys()) this.tell(id)
  }

  #listen(id: string): AbortController {
    const told = new AbortController()
    this.#waiting.set(id, (this.#waiting.get(id) ?? new Set()).add(told))
    return told
  }

  #forget(id: string, told: AbortController): void {
    const waiting = this.#waiting.get(id)
    waiting?.delete(told)
    if (waiting?.size === 0) this.#waiting.delete(id)
  }
}
