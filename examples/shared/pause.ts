import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Waits `ms` milliseconds. Zero still gives way to the event loop once, so that a stop can get in
 * between. Rejects with an `AbortError` as soon as `signal` is aborted, before or during the wait.
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await (ms > 0 ? delay(ms, undefined, { signal }) : nextTurn(undefined, { signal }))
}
