import type { EngineLimits } from '../../src/server/agent-server/runs/engine-limits.ts'

/**
 * For servers of tests: a machine may be so busy that a process is up after a minute. One that is down is tried again
 * before whoever waits for it gives up.
 */
export const patientWaits: Pick<
  EngineLimits,
  'loadMs' | 'answerMs' | 'restartMs' | 'restartPauseMs' | 'silenceMs'
> = {
  loadMs: 240_000,
  answerMs: 240_000,
  restartMs: 60_000,
  restartPauseMs: 2_000,
  silenceMs: 240_000,
}
