import type { EventMessage } from '../../executor/protocol/run-order.ts'
import type { LoggedEvent } from '../streams/log/logged-event.ts'

/** So many events are looked through for what was told of a step that was cut off: of one that told more, more is told again. */
export const lookedThrough = 500

/** How the libraries mark an update of what no step has just done, and within how many characters of its end. */
const cachedMark = /,? ?"__metadata__": ?\{"cached": ?true\}\}$/
const markLength = 40

/**
 * What the log of a run has of its updates when another attempt begins. That finds what some steps have come to before
 * others of the same moment were cut off, and the library tells it again; but most of it is in the log already.
 */
export class ToldUpdates {
  readonly #told = new Map<string, number>()

  constructor(log: readonly LoggedEvent[]) {
    for (const { event, data } of log) {
      if (!isUpdate(event)) continue
      const key = keyOf(event, data)
      this.#told.set(key, (this.#told.get(key) ?? 0) + 1)
    }
  }

  /** What of an attempt's events is to be told. Each that was told leaves out one. */
  without(events: readonly EventMessage[]): EventMessage[] {
    return events.filter(({ event, data }) => {
      if (!isUpdate(event) || !cachedMark.test(data.slice(-markLength))) return true
      const key = keyOf(event, data)
      const left = this.#told.get(key) ?? 0
      this.#told.set(key, left - 1)
      return left <= 0
    })
  }
}

const isUpdate = (event: string) => /^~?updates(\||$)/.test(event)

/** An earlier attempt may have found it, too. */
function keyOf(event: string, data: string): string {
  const end = data.slice(-markLength).replace(cachedMark, '}')
  return `${event} ${data.slice(0, -markLength)}${end}`
}
