import { joinRunStream } from '../../client/run-stream.ts'
import type { LoggedEvent } from '../event-log.ts'
import type { RunSession } from '../session-types.ts'

/**
 * Every event of the run's stream so far. What is no longer kept here is asked of the server again,
 * which has it for resumable runs; `isWhole` is false where it has not.
 */
export async function wholeStream(
  session: RunSession,
): Promise<{ events: readonly LoggedEvent[]; isWhole: boolean }> {
  const { log, run, thread_id } = session.getSnapshot()
  const kept = log.list()
  const isWhole = log.count === kept.length
  if (isWhole || !run?.run_id || !thread_id) return { events: kept, isWhole }
  const { count } = log
  const events: LoggedEvent[] = []
  const enough = new AbortController()
  await joinRunStream(
    session.transport,
    { thread_id, run_id: run.run_id },
    {
      signal: enough.signal,
      onEvent(event) {
        events.push({ number: events.length + 1, at: 0, event })
        if (events.length >= count) enough.abort()
      },
    },
  ).catch((error) => {
    if (!enough.signal.aborted) throw error
  })
  if (events.length < count) return { events: kept, isWhole: false }
  // The moments of those that are still kept are known.
  const offset = count - kept.length
  kept.forEach((item, index) => {
    events[offset + index] = item
  })
  return { events, isWhole: true }
}
