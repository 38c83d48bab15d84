import { call, type Transport } from '../../../client/api.ts'
import { prepareRequest } from '../../../client/request.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { createRunStream, joinRun, joinRunStream } from '../../../contract/agent-server/runs.ts'
import { readEvents } from '../../http/read-events.ts'

interface Sent {
  event?: string
  data: string
}

/** A run that was asked for. */
export interface FollowedRun {
  run_id: string
  /** Its events as they come; ends with the run. Leaving it early leaves the run to its `on_disconnect`. */
  events: AsyncIterable<Sent>
  /** What waiting for the run answers; the run has to have ended. */
  output(): Promise<unknown>
}

/** Starts a run. Rejects with an ApiError in the words of the endpoint; `signal` ends the connection to it. */
export async function startRun(
  transport: Transport,
  threadId: string,
  body: RunCreate,
  signal: AbortSignal,
): Promise<FollowedRun> {
  signal.throwIfAborted()
  const params = { thread_id: threadId }
  const request = prepareRequest(transport, createRunStream, { params, body })
  const response = await (transport.fetch ?? fetch)(request.url, request.init)
  if (!response.ok) throw await request.refusal(response)
  const location = response.headers.get('content-location') ?? ''
  const run_id = location.slice(location.lastIndexOf('/') + 1)
  return {
    run_id,
    events: readEvents(response, signal),
    output: () => call(transport, joinRun, { params: { ...params, run_id }, signal }),
  }
}

/** The events of a run that is at work, from its first on. Rejects as `startRun`. */
export async function joinEvents(
  transport: Transport,
  params: { thread_id: string; run_id: string },
  signal: AbortSignal,
): Promise<FollowedRun['events']> {
  const request = prepareRequest(transport, joinRunStream, { params })
  const response = await (transport.fetch ?? fetch)(request.url, request.init)
  if (!response.ok) throw await request.refusal(response)
  return readEvents(response, signal)
}
