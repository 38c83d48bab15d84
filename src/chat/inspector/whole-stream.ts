import type { Clock } from '../clock.ts'
import type { ReceivedEvent } from '../conversation/event-log.ts'
import type { RunSession } from '../session/session-types.ts'
import { storedEvents } from './stored-events.ts'

/**
 * Every event of the run's stream so far. The first ones, where they are no longer kept here, are asked of
 * the server again, which has them for resumable runs; `isWhole` is false where it has not. It waits for no
 * event that is still to come.
 * @throws the signal's reason, or the ApiError of the server's refusal
 */
export async function wholeStream(
  session: RunSession,
  options: { signal: AbortSignal; clock?: Clock },
): Promise<{ events: readonly ReceivedEvent[]; isWhole: boolean }> {
  const { log, run, thread_id } = session.getSnapshot()
  const kept = log.list()
  const missing = log.count - kept.length
  if (missing === 0 || !run?.run_id || !thread_id) return { events: kept, isWhole: missing === 0 }
  const place = { thread_id, run_id: run.run_id }
  const found = await storedEvents(session.transport, place, { most: missing, ...options })
  if (found.length < missing) return { events: kept, isWhole: false }
  const first = found.map((event, index) => ({ number: index + 1, at: 0, event }))
  return { events: [...first, ...kept], isWhole: true }
}
