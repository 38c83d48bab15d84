import { asError } from '../../as-error.ts'
import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { Database } from '../../db/database.ts'
import type { AnswerOwn } from '../own-requests/own-door.ts'
import { callOwnPath } from './own-webhook.ts'
import { isOwnPath, type PrivateAddresses } from './webhook-address.ts'
import { callWebhook } from './webhook-call.ts'
import {
  claimWebhookCall,
  endWebhookCall,
  nextWebhookCall,
  postponeWebhookCall,
  type WebhookCall,
} from './webhook-store.ts'

/** Pauses after the first attempt, the second, and so on; after the last one a call is given up. */
const defaultPausesMs = [5, 30, 120, 600, 3_600, 4 * 3_600, 12 * 3_600].map((s) => s * 1_000)
/** An attempt whose process died is made again after this. */
const attemptMs = 30_000
const callsAtOnce = 4
/** Timers cannot wait much longer than three weeks. */
const longestWaitMs = 24 * 3_600_000

export interface WebhookOptions {
  /** Signs the calls: `whsec_` and base64. */
  secret: string
  /** Whether addresses of private networks and of this machine may be called; allowed when absent. */
  privateAddresses?: PrivateAddresses | undefined
  pausesMs?: readonly number[] | undefined
}

/** Makes the calls that are due. What is left to do is in the database, so a restart loses none. */
export class Webhooks {
  readonly #database: Database
  readonly #now: () => Date
  readonly #report: (error: Error) => void
  readonly #answerOwn: AnswerOwn
  readonly #options: WebhookOptions
  readonly #busy = new Set<Promise<void>>()
  readonly #calling: CoalescedTask
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    deps: {
      database: Database
      now: () => Date
      report(error: Error): void
      /** Has a deployment answer what is for a path of its own. */
      answerOwn: AnswerOwn
    },
    options: WebhookOptions,
  ) {
    this.#database = deps.database
    this.#now = deps.now
    this.#report = deps.report
    this.#answerOwn = deps.answerOwn
    this.#options = options
    this.#calling = new CoalescedTask(() => this.#makeDue(), deps.report)
  }

  /** There may be calls to make. */
  wake(): void {
    void this.#calling.request()
  }

  /** Makes no more calls; resolves when those at work are done. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#calling.stop()
    clearTimeout(this.#timer)
    await Promise.all(this.#busy)
  }

  async #makeDue(): Promise<void> {
    while (!this.#isStopped && this.#busy.size < callsAtOnce) {
      const now = this.#now()
      const again = new Date(now.getTime() + attemptMs)
      const call = await claimWebhookCall(this.#database, now, again)
      if (!call) break
      const done: Promise<void> = this.#make(call)
        .catch((error: unknown) => this.#report(asError(error)))
        .finally(() => {
          this.#busy.delete(done)
          this.wake()
        })
      this.#busy.add(done)
    }
    await this.#plan()
  }

  async #plan(): Promise<void> {
    clearTimeout(this.#timer)
    const next = await nextWebhookCall(this.#database)
    if (!next || this.#isStopped || this.#busy.size >= callsAtOnce) return
    const wait = Math.min(Math.max(next.getTime() - this.#now().getTime(), 0), longestWaitMs)
    this.#timer = setTimeout(() => this.wake(), wait).unref()
  }

  async #make(call: WebhookCall): Promise<void> {
    const { secret, privateAddresses = 'allow', pausesMs = defaultPausesMs } = this.#options
    const isOwn = isOwnPath(call.url)
    const given = { secret, now: this.#now() }
    const result = isOwn
      ? await callOwnPath(call, { ...given, answerOwn: this.#answerOwn })
      : await callWebhook(call, { ...given, privateAddresses })
    const now = this.#now()
    if (result.kind === 'taken') return endWebhookCall(this.#database, call.call_id, now, null)
    const pause = result.kind === 'failed' ? pausesMs[call.attempt - 1] : undefined
    if (pause !== undefined) {
      const due = new Date(now.getTime() + pause)
      return postponeWebhookCall(this.#database, call.call_id, due, result.reason)
    }
    await endWebhookCall(this.#database, call.call_id, now, result.reason)
    // The address may hold a token, so only its origin is told.
    const place = isOwn ? 'its own deployment' : new URL(call.url).origin
    this.#report(
      new Error(
        `The webhook at ${place} of run ${call.run_id} was given up after ${call.attempt} attempts: ${result.reason}`,
      ),
    )
  }
}
