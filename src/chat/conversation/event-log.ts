import type { RunEvent } from '../../contract/agent-server/run-events.ts'
import { isSameJson } from './same-json.ts'

/** An event with the moment it came. */
export interface ReceivedEvent {
  readonly number: number
  readonly at: number
  readonly event: RunEvent
}

/** Events kept to look at; older ones are counted, so that a long run cannot fill the memory. */
const maxKept = 2000
/** Messages within the kept events: each `values` event of a long thread brings all of them again. */
const maxMessages = 20_000
/** Ids remembered one by one; of older ones the highest number is enough. */
const maxSeen = 20_000
/** Events of one id: whoever gives all of them the same gives none. */
const maxAlike = 200

/**
 * What one run's stream brought. An event that was there before, by its id, is not accepted again: a
 * server may repeat events after a join, and `Last-Event-ID` was inclusive on older ones. Some number the events of
 * a run that begins again, after a restart of theirs, from the start: its `metadata` tells of another attempt. Others
 * take the clock's milliseconds for ids, so that events one after the other have the same: they are told apart by what
 * they say.
 */
export class EventLog {
  #seen = new Set<string>()
  #floor = -1
  #events: ReceivedEvent[] = []
  #count = 0
  #messages = 0
  #lastId: string | null = null
  #attempt = 1
  /** The newest events, as long as all have one id. */
  #alike: RunEvent[] = []

  /** False when the event is a repetition and must not be folded again. */
  accept(event: RunEvent, at: number): boolean {
    const attempt = attemptOf(event)
    if (event.id !== null) {
      const isKnown = this.#seen.has(event.id) || Number(event.id) <= this.#floor
      if (isKnown && attempt > this.#attempt) this.#forgetAll()
      else if (isKnown && !this.#isBeside(event)) return false
      if (this.#alike[0]?.id === event.id) this.#alike.push(event)
      else this.#alike = [event]
      this.#seen.add(event.id)
      if (this.#seen.size > 2 * maxSeen) this.#forgetOldest()
      this.#lastId = laterOf(this.#lastId, event.id)
    }
    this.#attempt = Math.max(this.#attempt, attempt)
    this.#count += 1
    this.#events.push({ number: this.#count, at, event })
    this.#messages += messagesIn(event)
    if (this.#events.length >= 2 * maxKept) this.#drop(this.#events.length - maxKept)
    if (this.#messages > 2 * maxMessages) this.#drop(this.#surplus())
    return true
  }

  /** Where a join goes on; null while no event carried an id. */
  get lastId(): string | null {
    return this.#lastId
  }

  get count(): number {
    return this.#count
  }

  /** The newest events, oldest first. */
  list(): readonly ReceivedEvent[] {
    return this.#events.slice(-maxKept)
  }

  /** It came with the id of the one before, and says something else than those of that id. */
  #isBeside(event: RunEvent): boolean {
    const [first] = this.#alike
    if (first?.id !== event.id || this.#alike.length >= maxAlike) return false
    return !this.#alike.some((one) => one.event === event.event && isSameJson(one.data, event.data))
  }

  #drop(count: number): void {
    for (const { event } of this.#events.slice(0, count)) this.#messages -= messagesIn(event)
    this.#events = this.#events.slice(count)
  }

  /** How many of the oldest events hold the messages that are too many; the newest event stays. */
  #surplus(): number {
    let left = this.#messages
    const count = this.#events.findIndex(({ event }) => {
      if (left <= maxMessages) return true
      left -= messagesIn(event)
      return false
    })
    return count < 0 ? this.#events.length - 1 : count
  }

  #forgetAll(): void {
    this.#seen = new Set()
    this.#floor = -1
    this.#lastId = null
  }

  #forgetOldest(): void {
    const ids = [...this.#seen]
    const old = ids.slice(0, -maxSeen).map(Number).filter(Number.isFinite)
    this.#floor = old.reduce((most, id) => Math.max(most, id), this.#floor)
    this.#seen = new Set(ids.slice(-maxSeen))
  }
}

/** Which attempt at its run an event begins; 0 where it begins none. */
function attemptOf({ event, data }: RunEvent): number {
  if (event !== 'metadata') return 0
  return Number((data as { attempt?: unknown } | null)?.attempt) || 0
}

/** Ids that are numbers grow: one that comes late must not make a join go back. */
function laterOf(one: string | null, other: string): string {
  if (one === null) return other
  const [a, b] = [Number(one), Number(other)]
  return Number.isFinite(a) && Number.isFinite(b) && a > b ? one : other
}

function messagesIn({ data }: RunEvent): number {
  const list = (data as { messages?: unknown } | null)?.messages
  return Array.isArray(list) ? list.length : 0
}
