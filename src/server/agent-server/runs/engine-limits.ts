import { jobsIn, secondsIn } from '../../../contract/control-plane/variable-values.ts'
import type { ExecutorWaits } from '../executors/executor-waits.ts'
import type { StateLimits } from '../threads/state-limits.ts'

const megabyte = 1024 ** 2

/** What a process allows itself and the runs that it works on. */
export interface EngineLimits extends StateLimits, ExecutorWaits {
  /** Runs that work at the same time. */
  runsAtOnce: number
  /** How long an attempt at a run may take, unless its deployment says otherwise; 0 for no limit. */
  runTimeoutMs: number
  /** How long a run may take to stop before its process is ended. */
  stopGraceMs: number
  /**
   * How long a process may be busy and answer nothing before it is ended and started anew; ten times as long for one that
   * does nothing either. 0 for ever.
   */
  silenceMs: number
  /** How long the events of an ended resumable run are kept. */
  keepEventsMs: number
}

/** Missing ones have defaults. */
export function engineLimits(given: Partial<EngineLimits>): EngineLimits {
  return {
    runsAtOnce: given.runsAtOnce ?? 10,
    runTimeoutMs: given.runTimeoutMs ?? 3_600_000,
    stopGraceMs: given.stopGraceMs ?? 5_000,
    keepEventsMs: given.keepEventsMs ?? 24 * 3_600_000,
    valueBytes: given.valueBytes ?? 32 * megabyte,
    stateBytes: given.stateBytes ?? 64 * megabyte,
    loadMs: given.loadMs ?? 60_000,
    answerMs: given.answerMs ?? 30_000,
    restartMs: given.restartMs ?? 10_000,
    restartPauseMs: given.restartPauseMs ?? 30_000,
    silenceMs: given.silenceMs ?? 30_000,
  }
}

type Env = Readonly<Record<string, string>>

/**
 * How long an attempt may take: `BG_JOB_TIMEOUT_SECS` of the deployment's environment, which is the
 * published name, before the server's own limit. 0 for no limit.
 */
export function runLimitMs(env: Env, { runTimeoutMs }: Pick<EngineLimits, 'runTimeoutMs'>): number {
  const seconds = secondsIn(env.BG_JOB_TIMEOUT_SECS)
  return seconds === null ? runTimeoutMs : seconds * 1_000
}

/** How many runs of a deployment work at once here: `N_JOBS_PER_WORKER` of its environment. */
export function jobsAtOnce(env: Env, { runsAtOnce }: Pick<EngineLimits, 'runsAtOnce'>): number {
  return jobsIn(env.N_JOBS_PER_WORKER) ?? runsAtOnce
}

/**
 * How long a deployment's events are kept by `RESUMABLE_STREAM_TTL_SECONDS`; null where it does not say. Never longer than
 * the server keeps them: a process that has not loaded the deployment knows of no other time, and cleans up as well.
 */
export function ownEventsMs(
  env: Env,
  { keepEventsMs }: Pick<EngineLimits, 'keepEventsMs'>,
): number | null {
  const seconds = secondsIn(env.RESUMABLE_STREAM_TTL_SECONDS)
  return seconds === null ? null : Math.min(seconds * 1_000, keepEventsMs)
}
