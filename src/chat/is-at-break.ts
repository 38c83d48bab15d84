import type { SessionSnapshot } from './session/session-types.ts'

/** Whether a thread rests before a step and asks nobody: at a break point, or since its state was changed by hand. */
export function isAtBreak({
  run,
  conversation,
}: Pick<SessionSnapshot, 'run' | 'conversation'>): boolean {
  const { interrupts, next } = conversation
  return run?.outcome === 'paused' && interrupts.length === 0 && next.length > 0
}
