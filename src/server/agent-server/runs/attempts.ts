import type { ServedRevision } from '../executors/served-revision.ts'
import type { RunRow } from '../run-row.ts'
import type { RunLog } from '../streams/log/run-log.ts'
import type { ToldUpdates } from './told-updates.ts'

/** One attempt at a run, from its claim to its end. */
export interface RunAttempt {
  readonly run: RunRow
  readonly served: ServedRevision
  readonly log: RunLog
  /** It is not the run's first: there may be work of another one. */
  readonly isAgain: boolean
  /** What is in the log of earlier ones; null for the first. */
  before: ToldUpdates | null
  isStarted: boolean
  /** When it told the first message, or the first part of one. */
  firstTokenAt: Date | null
  isStopAsked: boolean
  /** It did not stop in time, so its process was ended. */
  isStuck: boolean
  /** Its end is being stored, and whoever stores it finds out whether the run is still its own. */
  isEnding: boolean
  grace: NodeJS.Timeout | undefined
  deadline: { at: number; timer: NodeJS.Timeout | undefined; onOver(): void } | undefined
}

/** Timers cannot wait longer. */
const longestTimerMs = 2 ** 31 - 1

/** What this process works on. */
export class Attempts {
  readonly #byRun = new Map<string, RunAttempt>()
  /** Claims that are being made, and whether the run is to be stopped meanwhile. */
  readonly #expected = new Map<string, { isStopAsked: boolean }>()
  readonly #stopGraceMs: number

  /** `stopGraceMs`: how long a run may take to stop before its process is ended. */
  constructor(stopGraceMs: number) {
    this.#stopGraceMs = stopGraceMs
  }

  get size(): number {
    return this.#byRun.size
  }

  get(runId: string): RunAttempt | undefined {
    return this.#byRun.get(runId)
  }

  all(): RunAttempt[] {
    return [...this.#byRun.values()]
  }

  /** A claim of the run is about to be made. To be told before others can know of it. */
  expect(runId: string): void {
    this.#expected.set(runId, { isStopAsked: false })
  }

  /** No attempt follows. */
  unexpect(runId: string): void {
    this.#expected.delete(runId)
  }

  /**
   * Gives up an earlier attempt at a run that was claimed anew, whose loss was not noticed yet: nothing that it still
   * tells is told, and its times are not the new one's. Its place in the same revision is the new one's already.
   */
  supersede({ run: { run_id }, served }: Pick<RunAttempt, 'run' | 'served'>): void {
    const earlier = this.#byRun.get(run_id)
    if (!earlier) return
    this.end(earlier)
    if (earlier.served === served) return
    earlier.served.abort(run_id)
    earlier.served.release(run_id)
  }

  begin(claimed: Pick<RunAttempt, 'run' | 'served' | 'log' | 'isAgain'>): RunAttempt {
    const { run_id } = claimed.run
    const attempt: RunAttempt = {
      ...claimed,
      before: null,
      isStarted: false,
      firstTokenAt: null,
      isStopAsked: this.#expected.get(run_id)?.isStopAsked ?? false,
      isStuck: false,
      isEnding: false,
      grace: undefined,
      deadline: undefined,
    }
    this.#expected.delete(run_id)
    this.#byRun.set(run_id, attempt)
    return attempt
  }

  isAtWork(attempt: RunAttempt): boolean {
    return this.#byRun.get(attempt.run.run_id) === attempt
  }

  /** Stops a run; one that does not stop in time loses its process. Answers false when it is not here. */
  stop(runId: string): boolean {
    const expected = this.#expected.get(runId)
    if (expected) expected.isStopAsked = true
    const attempt = this.#byRun.get(runId)
    if (!attempt) return false
    attempt.isStopAsked = true
    if (!attempt.isStarted) return true
    attempt.served.abort(runId)
    attempt.grace ??= setTimeout(() => {
      attempt.isStuck = true
      attempt.served.kill()
    }, this.#stopGraceMs)
    return true
  }

  /** Calls back once when the attempt has worked for so long; 0 for no limit. */
  limit(attempt: RunAttempt, limitMs: number, now: Date, onOver: () => void): void {
    if (limitMs <= 0) return
    const at = now.getTime() + limitMs
    const timer =
      limitMs > longestTimerMs ? undefined : setTimeout(() => this.#pass(attempt), limitMs).unref()
    attempt.deadline = { at, timer, onOver }
  }

  /** By the clock, which a timer misses when the machine has slept, or when it cannot wait so long. */
  passDeadlines(now: Date): void {
    for (const attempt of this.all()) {
      if (attempt.deadline && attempt.deadline.at <= now.getTime()) this.#pass(attempt)
    }
  }

  /** Gives up a run that is deleted. */
  drop(runId: string): void {
    const attempt = this.#byRun.get(runId)
    if (attempt) this.end(attempt)
  }

  /** Forgets an attempt, unless another one at the run has begun. */
  end(attempt: RunAttempt): void {
    clearTimeout(attempt.grace)
    clearTimeout(attempt.deadline?.timer)
    if (this.isAtWork(attempt)) this.#byRun.delete(attempt.run.run_id)
  }

  #pass(attempt: RunAttempt): void {
    const { deadline } = attempt
    attempt.deadline = undefined
    clearTimeout(deadline?.timer)
    deadline?.onOver()
  }
}
