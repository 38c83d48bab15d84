import { writeJson } from '../../../contract/exact-json.ts'
import { asError } from '../../as-error.ts'
import { throughOutage } from '../../db/through-outage.ts'
import type { EventMessage } from '../../executor/protocol/run-order.ts'
import type { EngineContext } from '../engine-context.ts'
import type { LoggedEvent } from '../streams/log/logged-event.ts'
import { findRunOrigin } from './run-origin.ts'

/** A run's feedback as it is kept: its keys. Whoever has an address may use it, so none is stored. */
export function feedbackEvent(keys: readonly string[]): EventMessage {
  return { event: 'feedback', data: writeJson(keys) }
}

/** What a reader of one run is told about feedback (§2.6): the pre-signed URL of each of its keys. */
export class RunFeedback {
  readonly #context: Pick<EngineContext, 'database' | 'report' | 'issueFeedbackUrls'>
  readonly #run: { run_id: string; feedback_keys: string[] }

  constructor(
    context: Pick<EngineContext, 'database' | 'report' | 'issueFeedbackUrls'>,
    run: { run_id: string; feedback_keys: string[] },
  ) {
    this.#context = context
    this.#run = run
  }

  /** Events as readers get them, until `signal` aborts. Without URLs to tell, the event is left out. */
  async inEvents(
    events: readonly LoggedEvent[],
    signal: AbortSignal,
  ): Promise<readonly LoggedEvent[]> {
    if (this.#isUnasked || !events.some(({ event }) => event === 'feedback')) return events
    const urls = await this.#urls(signal)
    return events.flatMap((event) => {
      if (event.event !== 'feedback') return [event]
      return urls ? [{ ...event, data: writeJson(urls) }] : []
    })
  }

  /** A run's output (JSON text) with the URLs as `__feedback__` beside the values. */
  async inOutput(output: string, signal: AbortSignal): Promise<string> {
    const urls = this.#isUnasked ? null : await this.#urls(signal)
    return urls ? withField(output, '__feedback__', urls) : output
  }

  get #isUnasked(): boolean {
    return this.#run.feedback_keys.length === 0
  }

  /**
   * Null for a run that somebody deleted, and when they cannot be told: that is not worth a failed answer. A database that
   * is away for a while is waited for, or the reader would have no address to vote at.
   */
  async #urls(signal: AbortSignal): Promise<Record<string, string> | null> {
    try {
      const urls = await throughOutage(
        () => this.#issued(),
        () => !signal.aborted,
      )
      return Object.keys(urls).length > 0 ? urls : null
    } catch (error) {
      this.#context.report(asError(error))
      return null
    }
  }

  async #issued(): Promise<Record<string, string>> {
    const { database, issueFeedbackUrls } = this.#context
    const { run_id, feedback_keys: keys } = this.#run
    const found = await findRunOrigin(database, run_id)
    return issueFeedbackUrls({ run_id, deployment_id: found?.deployment_id ?? null, keys })
  }
}

/** Adds a field to an object that is JSON text; what is no object gives way. */
export function withField(json: string, name: string, value: unknown): string {
  // Added to the text, since it can be large.
  const added = writeJson({ [name]: value })
  if (!json.startsWith('{') || json === '{}') return added
  return `${json.slice(0, -1)},${added.slice(1)}`
}
