import type { RunEvent } from '../../src/contract/agent-server/run-events.ts'
import { type Exchange, readRecording, recordings } from '../transcripts/recordings.ts'

/** True for the answers that are event streams. */
export function isStream({ headers }: Exchange): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false
}

/** Every recorded exchange. */
export function allExchanges(): Exchange[] {
  return recordings.flatMap(readRecording)
}

/** The events of a recorded stream that came whole. */
export function eventsOf({ body }: Exchange): RunEvent[] {
  return body
    .toString()
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n')
      const field = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}: `) ? line.slice(name.length + 2) : []))
      const [event] = field('event')
      const data = field('data').join('\n')
      // A reader that left early has half an event at the end.
      if (!event || !isJson(data)) return []
      return [{ event, id: field('id')[0] ?? null, data: JSON.parse(data) }]
    })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
