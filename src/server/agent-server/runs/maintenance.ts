import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { EngineContext } from '../engine-context.ts'
import { deleteOldCalls } from '../graphs/graph-call-store.ts'
import { deleteOldRequestKeys } from '../request-keys.ts'
import { deleteOldEvents } from '../streams/log/run-event-store.ts'
import { sweepKeptAddresses } from '../threads/kept-addresses.ts'
import { sweepTemporaryThreads } from '../threads/temporary-threads.ts'
import { sweepExpiredThreads } from '../threads/thread-ttl.ts'
import { deleteOldWebhookCalls } from '../webhooks/webhook-store.ts'
import { type EngineLimits, ownEventsMs } from './engine-limits.ts'

/** Events that were stored only for listeners at other processes. */
const keepOthersMs = 10 * 60_000
/** Nobody repeats a request that long after it was made. */
const keepRequestKeysMs = 24 * 3_600_000
const keepWebhookCallsMs = 7 * 24 * 3_600_000
const cleaningMs = 60_000
const runsAtOnce = 100

/** Polls for what no notice has told, and cleans up by age. */
export class Maintenance {
  readonly #context: Pick<EngineContext, 'database' | 'cluster' | 'executors' | 'now'>
  readonly #limits: EngineLimits
  readonly #poll: () => Promise<void>
  readonly #working: CoalescedTask
  #isStopped = false
  #cleanedAt = Number.NEGATIVE_INFINITY

  constructor(
    context: Pick<EngineContext, 'database' | 'cluster' | 'executors' | 'now' | 'report'>,
    limits: EngineLimits,
    poll: () => Promise<void>,
  ) {
    this.#context = context
    this.#limits = limits
    this.#poll = poll
    this.#working = new CoalescedTask(() => this.#work(), context.report)
  }

  /** Polls at once. */
  request(): void {
    void this.#working.request()
  }

  /** Resolves when nothing of it is at work. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working.stop()
  }

  async #work(): Promise<void> {
    await this.#poll()
    const { now: clock, cluster } = this.#context
    const now = clock().getTime()
    if (now - this.#cleanedAt < Math.min(cleaningMs, cluster.limits.pollMs * 6)) return
    this.#cleanedAt = now
    await this.#clean(now)
  }

  async #clean(now: number): Promise<void> {
    const { database } = this.#context
    const { keepEventsMs } = this.#limits
    const before = {
      resumable: new Date(now - keepEventsMs),
      others: new Date(now - Math.min(keepOthersMs, keepEventsMs)),
      own: this.#ownEvents(now),
    }
    // Little by little: a large delete would keep others waiting.
    while (!this.#isStopped && (await deleteOldEvents(database, before, runsAtOnce)) > 0);
    await deleteOldCalls(database)
    await deleteOldWebhookCalls(database, new Date(now - keepWebhookCallsMs))
    await deleteOldRequestKeys(database, new Date(now - keepRequestKeysMs))
    await sweepTemporaryThreads(database, new Date(now))
    await sweepKeptAddresses(database, new Date(now))
    await sweepExpiredThreads(database, new Date(now))
  }
  /** Of the deployments that say how long their events are kept. */
  #ownEvents(now: number): { deployment_id: string; before: Date }[] {
    const { executors } = this.#context
    return executors.ids().flatMap((id) => {
      const ms = ownEventsMs(executors.find(id)?.active?.revision.env ?? {}, this.#limits)
      return ms === null ? [] : [{ deployment_id: id, before: new Date(now - ms) }]
    })
  }
}
