import { setTimeout } from 'node:timers/promises'

/** Resolves after some milliseconds; rejects with the signal's reason as soon as it aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(Math.max(0, ms), undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
}
