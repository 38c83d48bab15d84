import { joinRunStream } from '../../client/run-stream.ts'
import type { LoggedEvent } from '../conversation/event-log.ts'
import { type Clock, systemClock } from '../session/clock.ts'
import type { RunSession } from '../session/session-types.ts'

/** What a server still has of a run it sends at once: a silence of so long means that this was all. */
const longestSilenceMs = 5_000

/**
 * Every event of the run's stream so far. The first ones, where they are no longer kept here, are asked of
 * the server again, which has them for resumable runs; `isWhole` is false where it has not. It waits for no
 * event that is still to come.
 * @throws the signal's reason, or the ApiError of the server's refusal
 */
export async function wholeStream(
  session: RunSession,
  { signal, clock = systemClock }: { signal: AbortSignal; clock?: Clock },
): Promise<{ events: readonly LoggedEvent[]; isWhole: boolean }> {
  const { log, run, thread_id } = session.getSnapshot()
  const kept = log.list()
  const missing = log.count - kept.length
  if (missing === 0 || !run?.run_id || !thread_id) return { events: kept, isWhole: missing === 0 }
  const first: LoggedEvent[] = []
  const enough = new AbortController()
  const done = () => enough.abort()
  let forget = clock.after(longestSilenceMs, done)
  await joinRunStream(
    session.transport,
    { thread_id, run_id: run.run_id },
    {
      signal: AbortSignal.any([signal, enough.signal]),
      onEvent(event) {
        first.push({ number: first.length + 1, at: 0, event })
        forget()
        if (first.length >= missing) done()
        else forget = clock.after(longestSilenceMs, done)
      },
    },
  )
    .catch((error) => {
      signal.throwIfAborted()
      if (!enough.signal.aborted) throw error
    })
    .finally(() => forget())
  if (first.length < missing) return { events: kept, isWhole: false }
  return { events: [...first.slice(0, missing), ...kept], isWhole: true }
}
