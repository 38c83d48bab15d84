import { type EventSourceMessage, fetchEventSource } from '@microsoft/fetch-event-source'
import type { RunEvent } from '../contract/agent-server/run-events.ts'
import * as runs from '../contract/agent-server/runs.ts'
import type { Endpoint, EndpointInput } from '../contract/endpoint.ts'
import { parseJson } from '../contract/exact-json.ts'
import { ApiError } from './api-error.ts'
import { prepareRequest, type Transport } from './request.ts'

/** Address of a run, as the server gave it. */
export interface RunLocation {
  thread_id: string
  run_id: string
}

/** Is told what a run's stream brings. What it throws ends the stream and becomes its rejection. */
export interface RunStreamListener {
  /** The stream is open. The location is null where the server does not tell it. */
  onOpen?(info: { location: RunLocation | null }): void
  onEvent(event: RunEvent): void
  /** A sign of life between events. */
  onHeartbeat?(): void
}

type Listener = RunStreamListener & { signal: AbortSignal }

/**
 * Creates a run and follows its events. The POST is sent once, whatever happens: after a drop, join the
 * run at the location told by `onOpen` (or by the `metadata` event). What the body leaves open is
 * stated, since servers differ: resumable, `enqueue`, `continue`.
 * @returns at the end of the body, which is no proof that the run went well: read the run
 * @throws ApiError (a refusal, an answer that is no event stream, a drop), or the signal's reason
 */
export function startRunStream(
  transport: Transport,
  input: { thread_id: string; body: RunStreamBody },
  listener: Listener,
): Promise<void> {
  const body = {
    ...input.body,
    stream_resumable: input.body.stream_resumable ?? true,
    multitask_strategy: input.body.multitask_strategy ?? 'enqueue',
    on_disconnect: input.body.on_disconnect ?? 'continue',
  }
  const params = { thread_id: input.thread_id }
  return follow(transport, runs.createRunStream, { params, body }, {}, null, listener)
}

type RunStreamBody = NonNullable<EndpointInput<typeof runs.createRunStream>['body']>

/**
 * Follows an existing run. `last_event_id` is exclusive; without it, as with `-1`, every event of the
 * run comes again, if the server still has it. `cancel_on_disconnect` binds the run to this listener.
 * Resolves and rejects like `startRunStream`.
 */
export function joinRunStream(
  transport: Transport,
  input: RunLocation & { last_event_id?: string; cancel_on_disconnect?: boolean },
  listener: Listener,
): Promise<void> {
  const { thread_id, run_id, last_event_id = '-1', cancel_on_disconnect } = input
  return follow(
    transport,
    runs.joinRunStream,
    { params: { thread_id, run_id }, query: { cancel_on_disconnect } },
    { 'last-event-id': last_event_id },
    { thread_id, run_id },
    listener,
  )
}

/**
 * One request, one answer. The package would by itself send the request again after any error, when a
 * listener throws, and whenever a hidden page is shown, and it takes every answer for a success: here
 * each of these ways is closed. It needs `window` and `document`.
 */
async function follow<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: EndpointInput<E>,
  headers: Record<string, string>,
  knownLocation: RunLocation | null,
  listener: Listener,
): Promise<void> {
  const { signal } = listener
  // The package sends the request although the signal has aborted.
  signal.throwIfAborted()
  const request = prepareRequest(transport, endpoint, input)
  // The package never takes its listener off a signal, so it gets one that lives as long as the call.
  const connection = new AbortController()
  const leave = () => connection.abort()
  signal.addEventListener('abort', leave, { once: true })
  const failures: unknown[] = []
  const tell = (what: () => void) => {
    if (connection.signal.aborted) return
    try {
      what()
    } catch (error) {
      failures.push(error)
      connection.abort()
    }
  }
  try {
    await fetchEventSource(request.url, {
      ...request.init,
      headers: { ...request.init.headers, ...headers },
      fetch: transport.streamFetch ?? transport.fetch ?? globalThis.fetch,
      signal: connection.signal,
      openWhenHidden: true,
      async onopen(response) {
        if (!response.ok) throw await request.refusal(response)
        const type = response.headers.get('content-type')
        if (!type?.startsWith('text/event-stream')) {
          throw request.notUnderstood(response, 'it is not an event stream')
        }
        const location = parseLocation(response.headers.get('content-location')) ?? knownLocation
        tell(() => listener.onOpen?.({ location }))
      },
      onmessage: (message) => {
        const event = toRunEvent(message)
        tell(() => (event ? listener.onEvent(event) : listener.onHeartbeat?.()))
      },
      onerror(error) {
        throw error
      },
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : request.noAnswer()
  } finally {
    signal.removeEventListener('abort', leave)
  }
  // The package resolves when it is aborted.
  if (failures.length > 0) throw failures[0]
  signal.throwIfAborted()
}

/** A message of the package as an event; null for a comment or an id alone, which are signs of life. */
function toRunEvent({ id, event, data }: EventSourceMessage): RunEvent | null {
  if (event === '' && data === '') return null
  return { id: id || null, event: event || 'message', data: parseData(data) }
}

function parseData(data: string): unknown {
  try {
    return parseJson(data)
  } catch {
    return data
  }
}

/** `/threads/{thread_id}/runs/{run_id}`, with or without an address before it. */
function parseLocation(header: string | null): RunLocation | null {
  const [, thread_id, run_id] = /\/threads\/([^/?#]+)\/runs\/([^/?#]+)/.exec(header ?? '') ?? []
  return thread_id && run_id ? { thread_id, run_id } : null
}
