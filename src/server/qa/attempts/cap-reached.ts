import type { SessionRow } from '../session-store.ts'

/**
 * The sentence of a cap that is reached; null where none is.
 * @param tokens how many its attempts have used
 */
export function capReached(
  { caps, ran_ms, running_since }: SessionRow,
  tokens: number,
  now: Date,
): string | null {
  if (caps.tokens && tokens >= caps.tokens) {
    const tokens = caps.tokens === 1 ? '1 token' : `${caps.tokens.toLocaleString('en')} tokens`
    return `The cap of ${tokens} is reached.`
  }
  const ranMs = ran_ms + (running_since ? now.getTime() - running_since.getTime() : 0)
  if (caps.seconds && ranMs >= caps.seconds * 1_000) {
    const seconds = caps.seconds === 1 ? '1 second' : `${caps.seconds.toLocaleString('en')} seconds`
    return `The cap of ${seconds} is reached.`
  }
  return null
}
