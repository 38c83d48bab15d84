import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { AlertsContext } from '../alerts-context.ts'
import { openChannel } from '../channels/channel-store.ts'
import { deliver } from '../channels/deliver.ts'
import * as store from './message-store.ts'

/** Pauses after the first attempt, the second, and so on; after the last one a message is given up. */
const usualPausesMs = [5, 30, 120, 600, 3_600, 4 * 3_600].map((seconds) => seconds * 1_000)
const atOnce = 4
/** Timers cannot wait much longer than three weeks. */
const longestWaitMs = 24 * 3_600_000

/**
 * Sends the messages that are kept. Each is one process's at a time, under its lease; of a process that is gone another
 * sends them, so that one may arrive twice where it died between the answer and the note of it, with the same id.
 */
export class Sender {
  readonly #alerts: AlertsContext
  readonly #sending: CoalescedTask
  readonly #atWork = new Map<string, Promise<void>>()
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #leave = () => {}

  constructor(alerts: AlertsContext) {
    this.#alerts = alerts
    this.#sending = new CoalescedTask(() => this.#sendDue(), alerts.report)
  }

  start(): void {
    this.#leave = this.#alerts.cluster.listen({ onPoll: () => void this.wake(), onNotice() {} })
    void this.wake()
  }

  /** There may be messages to send. Resolves when those that are due are on their way. */
  wake(): Promise<void> {
    return this.#sending.request()
  }

  /** Begins no more; resolves when those at work have their answers. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#leave()
    await this.#sending.stop()
    clearTimeout(this.#timer)
    await Promise.all(this.#atWork.values())
  }

  async #sendDue(): Promise<void> {
    const { database, cluster, now } = this.#alerts
    while (!this.#isStopped && this.#atWork.size < atOnce) {
      const atWork = [...this.#atWork.keys()]
      const message = await store.claimMessage(database, cluster.serverId, now(), atWork)
      if (!message) break
      const done = this.#send(message)
        .catch((error: unknown) => this.#alerts.report(error as Error))
        .finally(() => {
          this.#atWork.delete(message.id)
          if (!this.#isStopped) void this.wake()
        })
      this.#atWork.set(message.id, done)
    }
    await this.#plan()
  }

  async #plan(): Promise<void> {
    clearTimeout(this.#timer)
    const next = await store.nextMessage(this.#alerts.database)
    if (!next || this.#isStopped || this.#atWork.size >= atOnce) return
    const waitMs = Math.max(next.getTime() - this.#alerts.now().getTime(), 0)
    this.#timer = setTimeout(() => void this.wake(), Math.min(waitMs, longestWaitMs)).unref()
  }

  async #send(message: store.ClaimedMessage): Promise<void> {
    const { database, cluster, now, pausesMs = usualPausesMs } = this.#alerts
    const channel = message.channel_id && (await openChannel(this.#alerts, message.channel_id))
    const result = channel
      ? await deliver(this.#alerts, channel, message.payload)
      : { wasTaken: false, isFinal: true, answer: 'The channel was deleted.' }
    const { wasTaken, answer } = result
    const pauseMs = wasTaken || result.isFinal ? undefined : pausesMs[message.attempts - 1]
    const at = now()
    if (pauseMs === undefined) {
      await store.settleMessage(database, message.id, { at, wasTaken, answer })
    } else {
      const dueAt = new Date(at.getTime() + pauseMs)
      await store.postponeMessage(database, message.id, cluster.serverId, { dueAt, answer })
    }
    cluster.changed('gateway')
  }
}
