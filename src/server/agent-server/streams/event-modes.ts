import { splitEventName } from '../../../contract/agent-server/run-events.ts'
import type { StreamMode } from '../../../contract/agent-server/run-request.ts'
import { streamedMark } from '../../executor/protocol/run-order.ts'
import type { LoggedEvent } from './log/logged-event.ts'

/** An event as those see it who asked for modes; null for one that only the streaming protocol tells. */
function publicName(event: string): string | null {
  if (event.startsWith(streamedMark)) return null
  const at = event.indexOf(`|${streamedMark}`)
  return at < 0 ? event : event.slice(0, at)
}

/** The events of a log under their public names. */
export function publicEvents(events: readonly LoggedEvent[]): LoggedEvent[] {
  return events.flatMap((logged) => {
    const event = publicName(logged.event)
    return event === null ? [] : [event === logged.event ? logged : { ...logged, event }]
  })
}

/** What tells of the run itself, whatever modes were asked for. */
const always = ['metadata', 'feedback', 'error']

/** Which events belong to some of the stream modes; every event if none is given. */
export function ofModes(modes: readonly StreamMode[]): (event: string) => boolean {
  if (modes.length === 0) return () => true
  const wanted = new Set<string>(modes)
  return (event) => {
    const { kind } = splitEventName(event)
    if (always.includes(kind)) return true
    // The mode messages-tuple has the event messages; the mode messages has three of its own.
    if (kind === 'messages') return wanted.has('messages-tuple')
    return wanted.has(kind.startsWith('messages/') ? 'messages' : kind)
  }
}
