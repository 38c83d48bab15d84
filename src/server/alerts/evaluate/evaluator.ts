import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import { takesSoleWork } from '../../cluster/sole-work.ts'
import type { Queryable } from '../../db/database.ts'
import type { AlertsContext } from '../alerts-context.ts'
import { conditions } from '../conditions/conditions.ts'
import type { Finding } from '../conditions/finding.ts'
import { endEvent, endText } from '../end-events.ts'
import * as events from '../events/event-store.ts'
import { deleteOldSilences, isSilenced, listLasting } from '../events/silence-store.ts'
import { type AlertRuleRow, listWatched } from '../rules/rule-store.ts'
import { newEventId, tellBeginning } from '../send/message-store.ts'
import { ConnectionChecks } from './connection-checks.ts'
import { deleteOldFacts, OwnFacts } from './own-facts.ts'
import { transitionsOf } from './transitions.ts'

const usualPauseMs = 10_000
const keptMs = 90 * 24 * 3_600_000
const sweepMs = 3_600_000

/**
 * Looks at the rules. Of the processes on one database one does, for all, while its lease holds; the others only write
 * down what they alone see. An event, its end, and the messages of both are kept in one transaction, which asks
 * whether it is still this process's turn: so nothing begins twice, and nothing is told twice.
 */
export class Evaluator {
  readonly #alerts: AlertsContext
  readonly #onMessages: () => void
  readonly #looking: CoalescedTask
  readonly #facts: OwnFacts
  readonly #checks: ConnectionChecks
  #timer: NodeJS.Timeout | undefined
  #leave = () => {}
  #sweptAt = Number.NEGATIVE_INFINITY

  /** @param onMessages there may be messages to send */
  constructor(alerts: AlertsContext, onMessages: () => void) {
    this.#alerts = alerts
    this.#onMessages = onMessages
    this.#facts = new OwnFacts(alerts)
    this.#checks = new ConnectionChecks(alerts)
    this.#looking = new CoalescedTask(() => this.#look(), alerts.report)
  }

  async start(): Promise<void> {
    const { cluster, evaluateMs = usualPauseMs } = this.#alerts
    await cluster.join()
    this.#leave = cluster.changes.listen((change) => {
      // It is told at once.
      if (change.failed_revision_id) void this.look()
    })
    this.#timer = setInterval(() => void this.look(), evaluateMs).unref()
    void this.look()
  }

  /** Looks now. Resolves when that is over. */
  look(): Promise<void> {
    return this.#looking.request()
  }

  async stop(): Promise<void> {
    this.#leave()
    clearInterval(this.#timer)
    await this.#looking.stop()
  }

  async #look(): Promise<void> {
    const { database, now } = this.#alerts
    const rules = await listWatched(database)
    await this.#facts.keep(rules)
    const at = now()
    await this.#sweep(at)
    if (rules.length === 0 || !(await this.#isMine(database))) return
    await this.#checks.keep(rules)
    const found = new Map<string, Finding[]>()
    for (const rule of rules) found.set(rule.id, await conditions[rule.kind](database, rule, at))
    const hasChanged = await database.transaction((tx) => this.#apply(tx, rules, found, at))
    if (!hasChanged) return
    this.#alerts.cluster.changed('gateway')
    this.#onMessages()
  }

  /** Answers whether anything changed. */
  async #apply(
    tx: Queryable,
    before: readonly AlertRuleRow[],
    found: ReadonlyMap<string, Finding[]>,
    at: Date,
  ): Promise<boolean> {
    if (!(await this.#isMine(tx))) return false
    // One that was changed meanwhile is looked at next time.
    const current = await listWatched(tx)
    const rules = before.filter((rule) =>
      current.some(
        ({ id, updated_at }) =>
          id === rule.id && updated_at.getTime() === rule.updated_at.getTime(),
      ),
    )
    const [open, silences] = [await events.lockOpenEvents(tx), await listLasting(tx, at)]
    let hasChanged = false
    for (const rule of rules) {
      const ofRule = open.filter(({ rule_id }) => rule_id === rule.id)
      const { begin, turn, end } = transitionsOf(rule, found.get(rule.id) ?? [], ofRule, at)
      for (const { event, wellSince } of turn) await events.setWellSince(tx, event.id, wellSince)
      for (const event of end) await endEvent(tx, event, await endText(tx, event), at, this.#links)
      const begun: events.EventRow[] = []
      for (const finding of begin) {
        const named = { rule_id: rule.id, rule_name: rule.name, kind: rule.kind }
        const event = await events.beginEvent(tx, { ...finding, ...named, id: newEventId(), at })
        if (event) begun.push(event)
      }
      const lasting = ofRule.filter((event) => !end.includes(event) && event.well_since === null)
      const untold = [...begun, ...lasting].filter(({ told_at }) => told_at === null)
      const told = untold.filter((event) => !isSilenced(event, silences))
      for (const event of told) await tellBeginning(tx, event, rule, at, this.#links)
      hasChanged ||= begun.length + end.length + told.length > 0
    }
    return hasChanged
  }

  get #links() {
    return this.#alerts.publicUrl
  }

  #isMine(db: Queryable): Promise<boolean> {
    return takesSoleWork(db, 'alert_evaluator', this.#alerts.cluster.serverId)
  }

  async #sweep(at: Date): Promise<void> {
    if (at.getTime() - this.#sweptAt < sweepMs) return
    this.#sweptAt = at.getTime()
    const { database } = this.#alerts
    const dayBefore = new Date(at.getTime() - 24 * 3_600_000)
    await events.deleteOldEvents(database, new Date(at.getTime() - keptMs))
    await deleteOldFacts(database, dayBefore)
    await deleteOldSilences(database, dayBefore)
  }
}
