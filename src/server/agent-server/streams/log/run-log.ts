import type { EventMessage } from '../../../executor/protocol/run-order.ts'
import type { LoggedEvent } from './logged-event.ts'

/** Bounds of what one log keeps in memory: beyond them the oldest events go. */
const maxBytes = 16 * 1024 * 1024
const maxEvents = 50_000
const saveBatch = 500

/** How a run's log can be kept beyond memory. */
export interface LogKeeper {
  /** Answers false when the events were refused: another attempt has the run. */
  save(events: readonly LoggedEvent[]): Promise<boolean>
  load(after: number, limit: number): Promise<LoggedEvent[]>
}

/** What a reader gets: events, the end of the log, or nothing more since it fell too far behind. */
export type LogPart = { events: LoggedEvent[] } | 'ended' | 'lost'

/**
 * The ordered log of one run: every listener reads the same events at its own pace. It is bounded.
 *
 * Numbering: the events of a run are numbered from 0, one after the other, over all its attempts. With
 * a keeper every event is stored, behind the fence, before anybody sees it: so no reader knows an event
 * that a crash takes back, the next attempt goes on after the last one that was seen, and a reader that
 * is behind gets what is missing from there. Without a keeper the end of this process ends the log: the
 * next attempt's have numbers of their own above those that readers may have seen, see `skipTo`, and whoever
 * was behind reads all of them.
 *
 * The log of a run that another process executes is filled from the store by `pull`.
 */
export class RunLog {
  #keeper: LogKeeper | null
  #events: LoggedEvent[] = []
  #bytes = 0
  /** The id that the next event gets, and the one after the last that readers may see. */
  #next: number
  #shown: number
  /** Of a log that is not stored: there is nothing to be read before it. */
  #floor = 0
  #unsaved: LoggedEvent[] = []
  #saving: Promise<void> = Promise.resolve()
  #pulling: Promise<void> = Promise.resolve()
  #wake: (() => void)[] = []
  #output: string | null = null
  #hasEnded = false
  #isBroken = false

  /** `next` is the id that the first event gets. */
  constructor(next: number, keeper: LogKeeper | null) {
    this.#next = next
    this.#shown = next
    this.#keeper = keeper
  }

  get nextId(): number {
    return this.#next
  }

  /** The id of the last event that readers may see; -1 before the first. */
  get lastId(): number {
    return this.#shown - 1
  }

  get bytes(): number {
    return this.#bytes + (this.#output?.length ?? 0)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** The name of the last event that readers may see. */
  get lastEvent(): string | null {
    return this.#events.at(-1)?.event ?? null
  }

  /** Adds events in order. Resolves when they are stored, if this log is stored; rejects if that fails. */
  append(events: readonly EventMessage[]): Promise<void> {
    const at = Date.now()
    for (const { event, data } of events) {
      const logged = { id: this.#next, event, data, at }
      this.#next += 1
      if (this.#keeper) this.#unsaved.push(logged)
      else this.#show(logged)
    }
    if (this.#keeper) return this.flush()
    this.#notify()
    return Promise.resolve()
  }

  /** The next event has this number, or a higher one: those before it may have been seen, and were not stored. */
  skipTo(number: number): void {
    if (number <= this.#next) return
    this.#next = number
    if (!this.#keeper) this.#floor = number
  }

  /** Adds an event that the caller has stored, under `nextId`. */
  appendStored({ event, data }: EventMessage): void {
    this.#show({ id: this.#next, event, data, at: Date.now() })
    this.#notify()
  }

  /** Resolves when everything so far is stored. */
  flush(): Promise<void> {
    const saved = this.#saving.then(async () => {
      while (this.#keeper && this.#unsaved.length > 0) {
        const batch = this.#unsaved.slice(0, saveBatch)
        const isStored = await this.#keeper.save(batch)
        this.#unsaved.splice(0, batch.length)
        // Those of an attempt that has lost its run nobody is to see.
        if (!isStored) continue
        for (const event of batch) if (event.id >= this.#shown) this.#show(event)
        this.#notify()
      }
    })
    this.#saving = saved.catch(() => {
      // The caller of this flush is told; the next one starts afresh.
    })
    return saved
  }

  /** From now on every event is stored, those in memory first; resolves when these are. */
  storeIn(keeper: LogKeeper): Promise<void> {
    if (!this.#keeper) {
      this.#keeper = keeper
      this.#unsaved = [...this.#events]
    }
    return this.flush()
  }

  /** Another process stores the events; see `pull`. */
  mirror(keeper: LogKeeper): void {
    this.#keeper ??= keeper
  }

  /** Shows what was stored since by another process. */
  pull(): Promise<void> {
    const pulled = this.#pulling.then(async () => {
      for (;;) {
        const more = (await this.#keeper?.load(this.#shown - 1, saveBatch)) ?? []
        for (const event of more) if (event.id >= this.#shown) this.#show(event)
        if (more.length > 0) this.#notify()
        if (more.length < saveBatch) return
      }
    })
    this.#pulling = pulled.catch(() => {
      // The caller of this pull is told; the next one starts afresh.
    })
    return pulled
  }

  /** No event follows. `output` is what readers that wait are given: JSON text. */
  end(output: string): void {
    this.#output = output
    this.#hasEnded = true
    this.#notify()
  }

  /** This process knows no more of the run: readers are cut off, and can join again. */
  breakOff(): void {
    this.#isBroken = true
    this.#notify()
  }

  /** Resolves with the output once the run has ended, or with null when `signal` aborts first. */
  async ended(signal: AbortSignal): Promise<string | null> {
    while (!this.#hasEnded && !this.#isBroken && !signal.aborted) await this.#changed(signal)
    return this.#hasEnded ? this.#output : null
  }

  /** Waits for what follows the event `after`, up to about `size` characters of it. */
  async read(after: number, size: number, signal: AbortSignal): Promise<LogPart> {
    while (!signal.aborted) {
      const first = this.#events[0]?.id ?? this.#shown
      if (Math.max(after + 1, this.#floor) < first) {
        const older = await this.#keeper?.load(after, saveBatch)
        const isKept = older?.[0] !== undefined
        return isKept ? { events: older } : 'lost'
      }
      const events = this.#slice(after, size)
      if (events.length > 0) return { events }
      if (this.#hasEnded) return 'ended'
      if (this.#isBroken) return 'lost'
      await this.#changed(signal)
    }
    return 'ended'
  }

  /** The last events that readers may see, `count` at most: of a log that is not stored those in memory. */
  async latest(count: number): Promise<readonly LoggedEvent[]> {
    const first = Math.max(this.#shown - count, 0)
    const isHere = (this.#events[0]?.id ?? this.#shown) <= first
    return this.#keeper && !isHere
      ? this.#keeper.load(first - 1, count)
      : this.#events.slice(-count)
  }

  /** The id before the oldest event that can still be read from memory. */
  get start(): number {
    return (this.#events[0]?.id ?? this.#shown) - 1
  }

  /** The events that are not stored yet, of those in memory. */
  get unstored(): readonly LoggedEvent[] {
    return this.#keeper ? this.#unsaved : this.#events
  }

  get isStored(): boolean {
    return this.#keeper !== null
  }

  #slice(after: number, size: number): LoggedEvent[] {
    const from = this.#placeAfter(after)
    let length = 0
    let to = from
    while (to < this.#events.length && length < size) {
      length += this.#events[to]?.data.length ?? 0
      to += 1
    }
    return this.#events.slice(from, to)
  }

  /** Of the first event in memory with a higher id; they are in order. */
  #placeAfter(id: number): number {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#events[middle]?.id ?? 0) > id) high = middle
      else low = middle + 1
    }
    return low
  }

  #show(event: LoggedEvent): void {
    this.#shown = event.id + 1
    this.#next = Math.max(this.#next, this.#shown)
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
