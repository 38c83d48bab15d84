import { EventSourceParserStream } from 'eventsource-parser/stream'
import { call, type Transport } from '../../../client/api.ts'
import { prepareRequest } from '../../../client/request.ts'
import { splitEventName } from '../../../contract/agent-server/run-events.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import {
  createRunStream,
  getRun,
  isActive,
  joinRunStream,
  type Run,
} from '../../../contract/agent-server/runs.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { Moment } from '../../../contract/qa/cases.ts'
import { pause } from './pause.ts'

/** An event as it came, for the recording. */
export interface AttemptEvent {
  /** Milliseconds since the run was asked for. */
  at_ms: number
  event: string
  data: unknown
}

const maxJoins = 20
const joinPauseMs = 250
const answerMs = 5_000

/** The other side broke off a run's stream again and again, or left out what it has to tell. */
export class BrokenStreamError extends Error {
  override readonly name = 'BrokenStreamError'
}

/**
 * A run of an attempt from the request on: its events are read as a page reads them, over connections that may break or be
 * dropped on purpose, and joined again where they stopped.
 */
export class LiveRun {
  readonly events: AttemptEvent[] = []
  readonly startedMs = performance.now()
  runId: string | null = null
  readonly #transport: Transport
  readonly #threadId: string
  readonly #signal: AbortSignal
  #connection = new AbortController()
  #lastId: string | null = null
  #watchers: ((event: AttemptEvent | null) => void)[] = []

  private constructor(transport: Transport, threadId: string, signal: AbortSignal) {
    this.#transport = transport
    this.#threadId = threadId
    this.#signal = signal
  }

  /**
   * Resolves once the server has taken the run; rejects with its refusal (an ApiError). `ended` rejects with a
   * BrokenStreamError where the server does not tell how it ended. A run that is being made cannot be
   * stopped before it has an id: the answer is waited for some seconds longer than anybody wants it.
   */
  static async start(
    transport: Transport,
    { threadId, body, signal }: { threadId: string; body: RunCreate; signal: AbortSignal },
  ): Promise<{ run: LiveRun; ended: Promise<Run | null> }> {
    const live = new LiveRun(transport, threadId, signal)
    const request = prepareRequest(transport, createRunStream, {
      params: { thread_id: threadId },
      body,
    })
    const response = await live.#ask(request.url, request.init, later(signal))
    if (!response.ok) throw await request.refusal(response)
    const location = /\/runs\/([^/?#]+)/.exec(response.headers.get('content-location') ?? '')
    live.runId = location?.[1] ?? null
    const leave = () => live.#connection.abort(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    const ended = live.#follow(response)
    // Whoever waits for it is told; before that it is nobody's failure.
    ended.catch(() => undefined)
    return { run: live, ended }
  }

  /** Resolves with true when it comes, with false when the run ends before. */
  reaches(moment: Moment): Promise<boolean> {
    if ('ms' in moment) return this.#lasts(moment.ms)
    if (this.events.some((event) => isAt(event, moment))) return Promise.resolve(true)
    if (this.#isOver) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.#watchers.push((event) => {
        if (event === null) resolve(false)
        else if (isAt(event, moment)) resolve(true)
      })
    })
  }

  /** The connection breaks as if a network did; the run is joined again after it. */
  drop(): void {
    this.#connection.abort(new Error('dropped'))
  }

  #isOver = false

  async #lasts(ms: number): Promise<boolean> {
    const left = ms - (performance.now() - this.startedMs)
    const over = new Promise<boolean>((resolve) => {
      if (this.#isOver) resolve(false)
      this.#watchers.push((event) => event === null && resolve(false))
    })
    return Promise.race([pause(left, this.#signal).then(() => true), over])
  }

  #ask(url: string, init: RequestInit, until = this.#signal): Promise<Response> {
    this.#connection = new AbortController()
    const signal = AbortSignal.any([until, this.#connection.signal])
    return (this.#transport.fetch ?? fetch)(url, { ...init, signal })
  }

  /** Reads until the run has ended. Resolves with it; null when it is gone, as after a roll-back. */
  async #follow(first: Response): Promise<Run | null> {
    try {
      let response: Response | null = first
      for (let joins = 0; ; joins += 1) {
        if (response) await this.#read(response).catch((error) => this.#orAborted(error))
        const run = await this.#readRun()
        if (!run || !isActive(run)) return run
        if (joins >= maxJoins)
          throw new BrokenStreamError('The stream of the run broke off again and again.')
        await pause(joinPauseMs, this.#signal)
        response = await this.#join().catch((error) => this.#orAborted(error))
      }
    } finally {
      this.#isOver = true
      for (const watch of this.#watchers.splice(0)) watch(null)
    }
  }

  async #join(): Promise<Response | null> {
    if (this.runId === null) return null
    const { url, init } = prepareRequest(this.#transport, joinRunStream, {
      params: { thread_id: this.#threadId, run_id: this.runId },
    })
    const headers = { ...init.headers, 'last-event-id': this.#lastId ?? '-1' }
    const response = await this.#ask(url, { ...init, headers })
    return response.ok ? response : null
  }

  async #read(response: Response): Promise<void> {
    if (!response.body) return
    const bytes = response.body as ReadableStream<BufferSource>
    const messages = bytes
      .pipeThrough(new TextDecoderStream(), { signal: this.#connection.signal })
      .pipeThrough(new EventSourceParserStream())
    for await (const {
      id,
      event = 'message',
      data,
    } of messages as unknown as AsyncIterable<Sent>) {
      if (id) this.#lastId = id
      this.#take(event, parsed(data))
    }
  }

  #take(event: string, data: unknown): void {
    const told = (data as { run_id?: unknown } | null)?.run_id
    if (event === 'metadata' && typeof told === 'string') this.runId = told
    const taken = { at_ms: Math.round(performance.now() - this.startedMs), event, data }
    this.events.push(taken)
    for (const watch of this.#watchers) watch(taken)
  }

  async #readRun(): Promise<Run | null> {
    if (this.runId === null)
      throw new BrokenStreamError('The server did not tell which run it made.')
    const params = { thread_id: this.#threadId, run_id: this.runId }
    return call(this.#transport, getRun, { params, signal: this.#signal }).catch((error) => {
      if ((error as { status?: number }).status === 404) return null
      throw error
    })
  }

  /** A connection that broke is no end of the run; a signal that aborted is. */
  #orAborted(_error: unknown): null {
    this.#signal.throwIfAborted()
    return null
  }
}

/** Aborts when the signal has been aborted for some seconds. */
function later(signal: AbortSignal): AbortSignal {
  const late = new AbortController()
  const wait = () => setTimeout(() => late.abort(signal.reason), answerMs).unref()
  if (signal.aborted) wait()
  else signal.addEventListener('abort', wait, { once: true })
  return late.signal
}

interface Sent {
  id?: string
  event?: string
  data: string
}

function isAt({ event, data }: AttemptEvent, moment: Exclude<Moment, { ms: number }>): boolean {
  const { kind } = splitEventName(event)
  if ('event' in moment) return kind === moment.event || event === moment.event
  return kind === 'updates' && typeof data === 'object' && data !== null && moment.node in data
}

function parsed(data: string): unknown {
  try {
    return parseJson(data)
  } catch {
    return data
  }
}
