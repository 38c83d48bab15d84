import type { ExecutorWaits } from '../../src/server/agent-server/executors/executor-waits.ts'

/** For servers of tests: a machine may be so busy that a process is up after a minute. */
export const patientWaits: ExecutorWaits = {
  loadMs: 240_000,
  answerMs: 240_000,
  restartMs: 60_000,
}
