import type { RunEvent } from '../../contract/agent-server/run-events.ts'
import { parseJson, writeJson } from '../../contract/exact-json.ts'
import type { ReceivedEvent } from '../conversation/event-log.ts'

const format = 'quarterdeck.run-events'

/** A saved stream: where it is from, and its events with the moments they came. */
export interface EventFile {
  readonly thread_id: string | null
  readonly run_id: string | null
  readonly events: readonly ReceivedEvent[]
}

/**
 * A stream as text: a line that says what it is, then one JSON object an event. Feedback addresses are
 * left out: whoever has one can vote.
 */
export function eventFileText({ thread_id, run_id, events }: EventFile): string {
  const head = { format, version: 1, thread_id, run_id }
  const lines = events.map(({ at, event }) => ({ at, ...event, data: shareable(event) }))
  return `${[head, ...lines].map((line) => writeJson(line)).join('\n')}\n`
}

/** An event's data without what must not be shown or saved. */
export function shareable({ event, data }: RunEvent): unknown {
  if (event !== 'feedback') return data
  if (typeof data !== 'object' || data === null) return '…'
  return Object.fromEntries(Object.keys(data).map((key) => [key, '(pre-signed address)']))
}

/** Reads what `eventFileText` wrote. @throws Error with a sentence for people */
export function parseEventFile(text: string): EventFile {
  const [first, ...rest] = text.split('\n').filter((line) => line.trim() !== '')
  const head = parseLine(first ?? '', 1)
  if (head.format !== format) throw new Error('This file holds no saved stream of a run.')
  const events = rest.map((line, index) => {
    const { at, id, event, data } = parseLine(line, index + 2)
    if (typeof event !== 'string') throw new Error(`Line ${index + 2} holds no event.`)
    return {
      number: index + 1,
      at: typeof at === 'number' ? at : 0,
      event: { id: typeof id === 'string' ? id : null, event, data },
    }
  })
  const textOr = (value: unknown) => (typeof value === 'string' ? value : null)
  return { thread_id: textOr(head.thread_id), run_id: textOr(head.run_id), events }
}

function parseLine(line: string, number: number): Record<string, unknown> {
  try {
    const value = parseJson(line)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new Error(`Line ${number} of the file is no JSON object.`)
}
