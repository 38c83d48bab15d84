import { backOffMs, type Clock } from '../clock.ts'
import type { FeedbackStore } from './feedback-store.ts'

/**
 * Tries votes that wait for the network again, with back-off, until they are sent or `signal` is aborted. What a
 * browser says of its network does not do: it tells that it is back before the first request gets through, and
 * nothing at all where only the server was away.
 */
export function sendAgain(
  feedback: FeedbackStore,
  { clock, random, signal }: { clock: Clock; random: () => number; signal: AbortSignal },
): void {
  let attempt = 0
  let callOff: (() => void) | null = null
  const look = () => {
    const votes = Object.values(feedback.getSnapshot())
    if (votes.every(({ status }) => status === 'none' || status === 'saved')) attempt = 0
    if (callOff || !votes.some(({ status }) => status === 'queued')) return
    attempt += 1
    callOff = clock.after(backOffMs(attempt, random), () => {
      callOff = null
      void feedback.sendQueued().then(look)
    })
  }
  const leave = feedback.subscribe(look)
  signal.addEventListener('abort', () => {
    leave()
    callOff?.()
  })
  look()
}
