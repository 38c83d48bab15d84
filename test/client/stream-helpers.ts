import { ApiError } from '../../src/client/api-error.ts'
import type { Transport } from '../../src/client/request.ts'
import {
  type RunLocation,
  type RunStreamListener,
  startRunStream,
} from '../../src/client/run-stream.ts'
import type { RunEvent } from '../../src/contract/agent-server/run-events.ts'

export const thread_id = '01900000-0000-7000-8000-000000000001'
export const run_id = '01900000-0000-7000-8000-000000000002'

/** What a stream told its listener, and how it ended. */
export interface Followed {
  events: RunEvent[]
  heartbeats: number
  opened: (RunLocation | null)[]
  /** The rejection; undefined when the stream ended. */
  error: unknown
}

type Open = (listener: RunStreamListener & { signal: AbortSignal }) => Promise<void>

/** Follows a stream to its end and keeps all that it tells. */
export async function follow(
  open: Open,
  { signal = new AbortController().signal, onEvent }: FollowOptions = {},
): Promise<Followed> {
  const followed: Followed = { events: [], heartbeats: 0, opened: [], error: undefined }
  await open({
    signal,
    onOpen: ({ location }) => followed.opened.push(location),
    onEvent: (event) => {
      followed.events.push(event)
      onEvent?.(event)
    },
    onHeartbeat: () => {
      followed.heartbeats += 1
    },
  }).catch((error: unknown) => {
    followed.error = error
  })
  return followed
}

export interface FollowOptions {
  signal?: AbortSignal
  onEvent?(event: RunEvent): void
}

/** Starts a run and follows it to its end. */
export function start(transport: Transport, options?: FollowOptions): Promise<Followed> {
  const input = { thread_id, body: { assistant_id: 'guide', input: { messages: [] } } }
  return follow((listener) => startRunStream(transport, input, listener), options)
}

/** The ApiError that a stream ended with; anything else fails the test. */
export function apiError({ error }: Followed): ApiError {
  if (error instanceof ApiError) return error
  throw error ?? new Error('The stream ended well.')
}
