import { retentionNames } from '../../contract/control-plane/retention.ts'
import { CoalescedTask } from '../cluster/coalesced-task.ts'
import { takesSoleWork } from '../cluster/sole-work.ts'
import { type Batch, removeBatch, sumOf } from './remove-batch.ts'
import type { RetentionContext } from './retention-context.ts'
import {
  countRemoved,
  deleteOldCounts,
  isStillRule,
  listDueRules,
  nothing,
  type Removed,
  type RuleRow,
  settleRule,
} from './rule-store.ts'
import { scopeOf } from './what-goes.ts'

const usualPauseMs = 60_000
const hourMs = 3_600_000
const keptCountsMs = 400 * 24 * hourMs
/** Of each kind and deployment at a time; the next time goes on. */
const usualBatches = 40

/**
 * Removes what is older than deployments keep it, a few at a time, each few in a transaction of its own that also
 * counts them. Of the processes on one database one does, while its lease holds; each transaction asks whether it is
 * still its turn. One that is killed leaves at most the batch that it was at, which is then not done.
 */
export class Sweeper {
  readonly #context: RetentionContext
  readonly #sweeping: CoalescedTask
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(context: RetentionContext) {
    this.#context = context
    this.#sweeping = new CoalescedTask(() => this.#sweep(), context.report)
  }

  async start(): Promise<void> {
    await this.#context.cluster.join()
    const { sweepMs = usualPauseMs } = this.#context
    this.#timer = setInterval(() => void this.sweep(), sweepMs).unref()
    void this.sweep()
  }

  /** Removes what is old now, as much as is done at a time. Resolves when that is over. */
  sweep(): Promise<void> {
    return this.#sweeping.request()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#sweeping.stop()
  }

  async #sweep(): Promise<void> {
    const { database, now } = this.#context
    const rules = await listDueRules(database, now())
    if (rules.length === 0) return
    const isMine = await database.transaction((tx) => this.#isMine(tx))
    if (!isMine) return
    await deleteOldCounts(database, new Date(now().getTime() - keptCountsMs))
    for (const rule of rules) {
      if (this.#isStopped) return
      // What fails for one deployment is tried again the next time, and keeps no other waiting.
      await this.#sweepOne(rule).catch(this.#context.report)
    }
  }

  async #sweepOne(rule: RuleRow): Promise<void> {
    const { database, cluster, now, say } = this.#context
    const { deployment_id } = rule
    const { removed, isDone } = await this.#removeOld(rule)
    const at = now()
    const next = new Date(at.getTime() + hourMs)
    if (isDone) await settleRule(database, rule, { now: at, next })
    if (hasAny(removed)) {
      say(removedText(removed), { deployment_id, ...removed })
      for (const area of ['agent', 'tracing'] as const) cluster.changed(area, deployment_id)
    }
    if (isDone || hasAny(removed)) cluster.changed('control-plane', deployment_id)
  }

  async #removeOld(rule: RuleRow): Promise<{ removed: Removed; isDone: boolean }> {
    const { database, now, batches = usualBatches } = this.#context
    const scope = await scopeOf(database, rule.deployment_id, rule, now())
    let removed = nothing
    let isDone = true
    // Threads first: what goes with them need not be looked for.
    for (const name of retentionNames) {
      let hasMore = true
      for (let left = batches; hasMore && left > 0; left -= 1) {
        if (this.#isStopped) return { removed, isDone: false }
        const batch = await database.transaction(async (tx): Promise<Batch | null> => {
          if (!(await this.#isMine(tx)) || !(await isStillRule(tx, rule))) return null
          const done = await removeBatch(tx, scope, name)
          if (hasAny(done.removed)) {
            await countRemoved(tx, rule.deployment_id, done.removed, now())
          }
          return done
        })
        if (!batch) return { removed, isDone: false }
        removed = sumOf(removed, batch.removed)
        hasMore = batch.hasMore
      }
      isDone &&= !hasMore
    }
    return { removed, isDone }
  }

  #isMine(tx: Parameters<typeof takesSoleWork>[0]): Promise<boolean> {
    return takesSoleWork(tx, 'retention_sweeper', this.#context.cluster.serverId)
  }
}

const hasAny = (removed: Removed) => retentionNames.some((name) => removed[name] > 0)

function removedText(removed: Removed): string {
  const parts = retentionNames
    .filter((name) => removed[name] > 0)
    .map((name) => `${name}: ${removed[name]}`)
  return `retention removed ${parts.join(', ')}`
}
