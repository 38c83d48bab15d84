import { setTimeout as delay } from 'node:timers/promises'

/** How often to poll all the same: the end may be told to another process. */
const pollMs = 1_000

/** Wakes those who wait for the end of something, by its id. */
export class EndedSignals {
  readonly #waiting = new Map<string, Set<AbortController>>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * What `poll` finds, as soon as it finds something; null when it has not after `limitMs`, when the
   * signal aborts, or at the close. It polls once at least.
   */
  async watch<Found>(
    id: string,
    poll: () => Promise<Found | null>,
    { limitMs, signal }: { limitMs: number; signal: AbortSignal },
  ): Promise<Found | null> {
    const deadline = Date.now() + limitMs
    for (;;) {
      const notified = this.#listen(id)
      try {
        const found = await poll()
        const leftMs = deadline - Date.now()
        if (found !== null || leftMs <= 0 || signal.aborted || this.#isClosed) return found
        const either = AbortSignal.any([notified.signal, signal])
        await delay(Math.min(leftMs, pollMs), null, { signal: either }).catch(() => {
          // Woken up, which is what it waited for.
        })
      } finally {
        this.#forget(id, notified)
      }
    }
  }

  notify(id: string): void {
    for (const one of this.#waiting.get(id) ?? []) one.abort()
  }

  close(): void {
    this.#isClosed = true
    for (const id of this.#waiting.keys()) this.notify(id)
  }

  #listen(id: string): AbortController {
    const notified = new AbortController()
    this.#waiting.set(id, (this.#waiting.get(id) ?? new Set()).add(notified))
    return notified
  }

  #forget(id: string, notified: AbortController): void {
    const waiting = this.#waiting.get(id)
    waiting?.delete(notified)
    if (waiting?.size === 0) this.#waiting.delete(id)
  }
}
