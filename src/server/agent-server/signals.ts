import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { asError } from './runs/engine-context.ts'

export const signalChannel = 'quarterdeck_runs'

/**
 * What the processes that share a database tell each other. Only ids: whoever hears it reads the
 * rest from the database, and finds it there too if nobody had told.
 */
const Signal = z.discriminatedUnion('kind', [
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
])
export type Signal = z.infer<typeof Signal>

const Envelope = z.object({ from: z.string(), signal: Signal })

/**
 * The line between the processes on one database. On a database that no other process reaches it
 * does nothing, at no cost.
 */
export class Signals {
  readonly #database: Database
  readonly #from: string
  readonly #report: (error: Error) => void
  readonly #line: { up: Promise<void>; close(): Promise<void> } | null
  #waiting: string[] = []
  #sending: Promise<void> | null = null

  constructor(options: {
    database: Database
    /** The sender: a process does not hear itself. */
    from: string
    report(error: Error): void
    onSignal(signal: Signal): void
    /** Signals may have been missed. */
    onGap(): void
  }) {
    const { database, from, report, onSignal, onGap } = options
    this.#database = database
    this.#from = from
    this.#report = report
    const hear = (text: string) => {
      try {
        const envelope = Envelope.parse(JSON.parse(text))
        if (envelope.from !== from) onSignal(envelope.signal)
      } catch (error) {
        report(asError(error))
      }
    }
    this.#line = database.notices?.listen(signalChannel, hear, onGap) ?? null
  }

  /** True when other processes may share the database. */
  get isShared(): boolean {
    return this.#line !== null
  }

  /** Resolves when this process hears the others. */
  async up(): Promise<void> {
    await this.#line?.up
  }

  /** Tells the other processes; several signals of one moment go together. Never fails. */
  send(signal: Signal): void {
    if (!this.#line) return
    this.#waiting.push(this.text(signal))
    this.#sending ??= this.#flush()
  }

  /** A signal as it is sent with `pg_notify` on `signalChannel`, by whoever does that in a statement of theirs. */
  text(signal: Signal): string {
    return JSON.stringify({ from: this.#from, signal })
  }

  /** Sends what waits, and hears nothing more. */
  async close(): Promise<void> {
    await this.#sending
    await this.#line?.close()
  }

  async #flush(): Promise<void> {
    // Not at once, so that what the same step tells goes in one statement.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const texts = [...new Set(this.#waiting.splice(0))]
      try {
        await this.#database.query(
          'select pg_notify($1, text) from unnest($2::text[]) as texts(text)',
          [signalChannel, texts],
        )
      } catch (error) {
        // The others find out by looking: a signal only makes that sooner.
        this.#report(asError(error))
      }
    }
    this.#sending = null
  }
}
