import type { Tone } from '../../../ui/page/status-pill.tsx'
import type { RunOutcome } from './run-outcome.ts'

/** How a run that has not ended is shown, everywhere. */
export const activeLooks = {
  pending: { tone: 'idle', words: 'Pending' },
  running: { tone: 'run', words: 'Running' },
} as const satisfies Record<string, { tone: Tone; words: string }>

/** How a thread is shown that rests at a break point and asks nobody, and the run that left it there. */
export const breakLook = { tone: 'warn', words: 'Paused' } as const

/** How an ended run is shown, everywhere. What is active or of another server's wording is not here. */
export const outcomeLooks: Record<
  Exclude<RunOutcome, 'active' | 'other'>,
  { tone: Tone; words: string }
> = {
  success: { tone: 'ok', words: 'Done' },
  paused: { tone: 'warn', words: 'Needs you' },
  stopped: { tone: 'idle', words: 'Stopped' },
  interrupted: { tone: 'idle', words: 'Interrupted' },
  failed: { tone: 'bad', words: 'Failed' },
  timed_out: { tone: 'bad', words: 'Timed out' },
  rolled_back: { tone: 'idle', words: 'Rolled back' },
}
