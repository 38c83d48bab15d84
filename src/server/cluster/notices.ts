import * as z from 'zod/mini'
import { Change } from '../../contract/gateway/changes.ts'
import type { Database, Queryable } from '../db/database.ts'
import { CoalescedTask } from './coalesced-task.ts'

const channel = 'quarterdeck'

/**
 * What the processes that share a database tell each other. Only ids: whoever hears it reads the
 * rest from the database, and finds it there too if nobody had told.
 */
const Notice = z.discriminatedUnion('kind', [
  /** There are runs to start that the sender has no place for. */
  z.object({ kind: z.literal('kick') }),
  /** A running run is to be stopped by whoever executes it. */
  z.object({ kind: z.literal('stop'), run_id: z.string() }),
  /** Somebody elsewhere listens: the events are to be stored from now on. */
  z.object({ kind: z.literal('follow'), run_id: z.string() }),
  /** More events of a run are stored. */
  z.object({ kind: z.literal('events'), run_id: z.string() }),
  /** A run has ended, or was deleted. */
  z.object({ kind: z.literal('ended'), run_id: z.string() }),
  /** A run was put on a thread. */
  z.object({ kind: z.literal('created'), thread_id: z.string() }),
  /** A process that has no executor for a graph asks for one that has. */
  z.object({
    kind: z.literal('asked'),
    call_id: z.string(),
    deployment_id: z.string(),
    graph_id: z.string(),
  }),
  z.object({ kind: z.literal('answered'), call_id: z.string() }),
  /** A deployment was taken out of service. */
  z.object({ kind: z.literal('removed'), deployment_id: z.string() }),
  /** Something that consoles show is not as it was, and no other notice tells it. */
  z.object({
    kind: z.literal('changed'),
    ...Change.shape,
  }),
  /** Deployments or their rollouts have moved on. */
  z.object({ kind: z.literal('rollouts') }),
])
export type Notice = z.infer<typeof Notice>

const Envelope = z.object({ from: z.string(), notice: Notice })

/**
 * The line between the processes on one database. On a database that no other process reaches it
 * does nothing, at no cost.
 */
export class NoticeLine {
  readonly #database: Database
  readonly #from: string
  readonly #line: { close(): Promise<void> } | null
  readonly #sending: CoalescedTask
  readonly #onTold: (notice: Notice) => void
  #waiting: string[] = []

  constructor(options: {
    database: Database
    /** The sender: a process does not hear itself. */
    from: string
    report(error: Error): void
    onNotice(notice: Notice): void
    /** This process tells something, or hears it from another one. */
    onTold(notice: Notice): void
    /** Notices may have been missed. */
    onGap(): void
  }) {
    const { database, from, report, onNotice, onTold, onGap } = options
    this.#onTold = onTold
    this.#database = database
    this.#from = from
    // What cannot be sent is found by polling: a notice only makes that sooner.
    this.#sending = new CoalescedTask(() => this.#send(), report)
    const hear = (text: string) => {
      try {
        const envelope = Envelope.parse(JSON.parse(text))
        if (envelope.from === from) return
        onNotice(envelope.notice)
        onTold(envelope.notice)
      } catch (error) {
        report(error as Error)
      }
    }
    this.#line = database.notices?.listen(channel, hear, onGap) ?? null
  }

  /** Tells the other processes; several notices of one moment go together. Never fails. */
  send(notice: Notice): void {
    this.#onTold(notice)
    if (!this.#line) return
    this.#waiting.push(this.#textOf(notice))
    void this.#sending.request()
  }

  /** Tells the other processes once the transaction is committed. */
  async sendWithin(tx: Queryable, notice: Notice): Promise<void> {
    // Told a moment early here: whoever reads at once reads again soon.
    this.#onTold(notice)
    if (!this.#line) return
    await tx.query('select pg_notify($1, $2)', [channel, this.#textOf(notice)])
  }

  /** A notice for `pg_notify`, to be sent by a statement of the caller's. */
  payload(notice: Notice): { channel: string; text: string } {
    return { channel, text: this.#textOf(notice) }
  }

  /** Sends what waits, and hears nothing more. */
  async close(): Promise<void> {
    await this.#sending.request()
    await this.#sending.stop()
    await this.#line?.close()
  }

  #textOf(notice: Notice): string {
    return JSON.stringify({ from: this.#from, notice })
  }

  async #send(): Promise<void> {
    // Not at once, so that what the same step tells goes in one statement.
    await Promise.resolve()
    const texts = [...new Set(this.#waiting.splice(0))]
    if (texts.length === 0) return
    await this.#database.query(
      'select pg_notify($1, text) from unnest($2::text[]) as texts(text)',
      [channel, texts],
    )
  }
}
