import type { Transport } from '../../client/api.ts'
import { joinRunStream, type RunLocation } from '../../client/run-stream.ts'
import type { RunEvent } from '../../contract/agent-server/run-events.ts'
import { type Clock, systemClock } from '../clock.ts'

/** What a server still has of a run it sends at once: a silence of so long means that this was all. */
const longestSilenceMs = 5_000

/**
 * The first events of a run's stream, as many as the server has of it and no more than `most`. It waits for no event
 * that is still to come.
 * @throws the signal's reason, or the ApiError of the server's refusal
 */
export async function storedEvents(
  transport: Transport,
  run: RunLocation,
  { most, signal, clock = systemClock }: { most: number; signal: AbortSignal; clock?: Clock },
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = []
  const enough = new AbortController()
  const done = () => enough.abort()
  let forget = clock.after(longestSilenceMs, done)
  await joinRunStream(transport, run, {
    signal: AbortSignal.any([signal, enough.signal]),
    onEvent(event) {
      events.push(event)
      forget()
      if (events.length >= most) done()
      else forget = clock.after(longestSilenceMs, done)
    },
  })
    .catch((error) => {
      signal.throwIfAborted()
      if (!enough.signal.aborted) throw error
    })
    .finally(() => forget())
  return events.slice(0, most)
}
