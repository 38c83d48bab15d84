import { deleteOldCalls } from '../graphs/graph-call-store.ts'
import { deleteOldEvents } from '../streams/run-event-store.ts'
import { deleteOldWebhookCalls } from '../webhooks/webhook-store.ts'
import { asError, type EngineContext } from './engine-context.ts'
import type { EngineLimits } from './engine-limits.ts'

/** Events that were stored only for listeners at other processes. */
const keepOthersMs = 10 * 60_000
const keepWebhookCallsMs = 7 * 24 * 3_600_000
const cleaningMs = 60_000
const runsAtOnce = 100

/** Looks now and then for what was missed, and cleans up by age. */
export class Upkeep {
  readonly #context: EngineContext
  readonly #limits: EngineLimits
  readonly #sweep: () => Promise<void>
  readonly #timer: NodeJS.Timeout
  #working: Promise<void> | null = null
  #isAskedAgain = false
  #isStopped = false
  #cleanedAt = Number.NEGATIVE_INFINITY

  constructor(context: EngineContext, limits: EngineLimits, sweep: () => Promise<void>) {
    this.#context = context
    this.#limits = limits
    this.#sweep = sweep
    this.#timer = setInterval(() => this.now(), limits.sweepMs).unref()
  }

  /** Looks at once. */
  now(): void {
    if (this.#isStopped) return
    if (this.#working) {
      this.#isAskedAgain = true
      return
    }
    this.#isAskedAgain = false
    this.#working = this.#work()
      .catch((error: unknown) => this.#context.report(asError(error)))
      .finally(() => {
        this.#working = null
        if (this.#isAskedAgain) this.now()
      })
  }

  /** Resolves when nothing of it is at work. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#working
  }

  async #work(): Promise<void> {
    await this.#sweep()
    const now = this.#context.now().getTime()
    if (now - this.#cleanedAt < Math.min(cleaningMs, this.#limits.sweepMs * 6)) return
    this.#cleanedAt = now
    await this.#clean(now)
  }

  async #clean(now: number): Promise<void> {
    const { database } = this.#context
    const { keepEventsMs } = this.#limits
    const before = {
      resumable: new Date(now - keepEventsMs),
      others: new Date(now - Math.min(keepOthersMs, keepEventsMs)),
    }
    // Little by little: a large delete would keep others waiting.
    while (!this.#isStopped && (await deleteOldEvents(database, before, runsAtOnce)) > 0);
    await deleteOldCalls(database)
    await deleteOldWebhookCalls(database, new Date(now - keepWebhookCallsMs))
  }
}
