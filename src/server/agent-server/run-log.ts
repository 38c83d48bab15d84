import type { EventMessage } from '../executor/protocol.ts'
import type { LoggedEvent } from './run-event-store.ts'

/** Bounds of what one log keeps in memory: beyond them the oldest events go. */
const maxBytes = 16 * 1024 * 1024
const maxEvents = 50_000
const saveBatch = 500

/** How a run's log can be kept beyond memory. */
export interface LogKeeper {
  save(events: readonly LoggedEvent[]): Promise<void>
  load(after: number, limit: number): Promise<LoggedEvent[]>
}

/** What a reader gets: events, the end of the log, or nothing more since it fell too far behind. */
export type LogPart = { events: LoggedEvent[] } | 'ended' | 'lost'

/**
 * The ordered log of one run: every listener reads the same events at its own pace. It is bounded;
 * with a keeper every event is also stored, and a reader that is behind gets it from there.
 */
export class RunLog {
  readonly #keeper: LogKeeper | null
  #events: LoggedEvent[] = []
  #bytes = 0
  #next: number
  #unsaved: LoggedEvent[] = []
  #saving: Promise<void> = Promise.resolve()
  #wake: (() => void)[] = []
  #output: string | null = null
  #hasEnded = false

  /** `next` is the id that the first event gets. */
  constructor(next: number, keeper: LogKeeper | null) {
    this.#next = next
    this.#keeper = keeper
  }

  get nextId(): number {
    return this.#next
  }

  get bytes(): number {
    return this.#bytes
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Adds events in order. Resolves when they are stored, if this log is stored; rejects if that fails. */
  append(events: readonly EventMessage[]): Promise<void> {
    for (const { event, data } of events) {
      const logged = { id: this.#next, event, data }
      this.#keep(logged)
      if (this.#keeper) this.#unsaved.push(logged)
    }
    this.#notify()
    return this.flush()
  }

  /** Adds an event that the caller has stored, under `nextId`. */
  appendStored({ event, data }: EventMessage): void {
    this.#keep({ id: this.#next, event, data })
    this.#notify()
  }

  /** Resolves when everything so far is stored. */
  flush(): Promise<void> {
    const saved = this.#saving.then(async () => {
      while (this.#keeper && this.#unsaved.length > 0) {
        const batch = this.#unsaved.slice(0, saveBatch)
        await this.#keeper.save(batch)
        this.#unsaved.splice(0, batch.length)
      }
    })
    this.#saving = saved.catch(() => {
      // The caller of this flush is told; the next one starts afresh.
    })
    return saved
  }

  /** No event follows. `output` is what readers that wait are given: JSON text. */
  end(output: string): void {
    this.#output = output
    this.#hasEnded = true
    this.#notify()
  }

  /** Resolves with the output once the run has ended, or with null when `signal` aborts first. */
  async ended(signal: AbortSignal): Promise<string | null> {
    while (!this.#hasEnded && !signal.aborted) await this.#changed(signal)
    return this.#hasEnded ? this.#output : null
  }

  /** Waits for what follows the event `after`, up to about `size` characters of it. */
  async read(after: number, size: number, signal: AbortSignal): Promise<LogPart> {
    while (!signal.aborted) {
      const first = this.#events[0]?.id ?? this.#next
      if (after + 1 < first) {
        const older = await this.#keeper?.load(after, saveBatch)
        const isKept = older?.[0] !== undefined
        return isKept ? { events: older } : 'lost'
      }
      const events = this.#slice(after + 1 - first, size)
      if (events.length > 0) return { events }
      if (this.#hasEnded) return 'ended'
      await this.#changed(signal)
    }
    return 'ended'
  }

  /** The id before the oldest event that can still be read from memory. */
  get start(): number {
    return (this.#events[0]?.id ?? this.#next) - 1
  }

  get isStored(): boolean {
    return this.#keeper !== null
  }

  #slice(from: number, size: number): LoggedEvent[] {
    let length = 0
    let to = from
    while (to < this.#events.length && length < size) {
      length += this.#events[to]?.data.length ?? 0
      to += 1
    }
    return this.#events.slice(from, to)
  }

  #keep(event: LoggedEvent): void {
    this.#next += 1
    this.#events.push(event)
    this.#bytes += event.data.length
    if (this.#bytes > maxBytes || this.#events.length > maxEvents) this.#trim()
  }

  /** Drops the oldest events, some more than needed, so that it is seldom done. The last one stays. */
  #trim(): void {
    let surplus = 0
    while (
      this.#events.length - surplus > 1 &&
      (this.#bytes > maxBytes * 0.9 || this.#events.length - surplus > maxEvents * 0.9)
    ) {
      this.#bytes -= this.#events[surplus]?.data.length ?? 0
      surplus += 1
    }
    this.#events = this.#events.slice(surplus)
  }

  #changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake)
        resolve()
      }
      signal.addEventListener('abort', wake)
      this.#wake.push(wake)
    })
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}
