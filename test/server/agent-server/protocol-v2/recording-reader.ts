import { expect } from 'vitest'
import type { SseStream } from '../sse.ts'

/** An event of the streaming protocol. */
export interface ProtocolEvent {
  type: 'event'
  event_id: string
  seq: number
  run_id: string
  method: string
  params: {
    namespace: string[]
    timestamp: number
    node?: string
    data: Record<string, unknown> & { event?: string }
  }
}

/** What a test needs of a server, which may be in a process of its own. */
export interface RecordingServer {
  stream(method: string, at: string, body?: unknown): Promise<SseStream>
}

const all = ['values', 'updates', 'messages', 'tools', 'lifecycle', 'input', 'checkpoints', 'tasks']

/** Opens the events of a thread. */
export async function openRecording(
  server: RecordingServer,
  thread: string,
  body: object = { channels: [...all, 'custom'] },
) {
  const stream = await server.stream('POST', `/threads/${thread}/stream/events`, body)
  expect(stream.response.status).toBe(200)
  const next = async () => {
    const event = await stream.next()
    if (!event) throw new Error('The stream ended.')
    const told = event.data as ProtocolEvent
    expect(event).toMatchObject({ id: told.event_id, event: told.method })
    return told
  }
  return {
    stream,
    next,
    /** Reads on to the end of so many runs. */
    async runs(count: number): Promise<ProtocolEvent[]> {
      const events: ProtocolEvent[] = []
      while (events.filter(isEnd).length < count) events.push(await next())
      return events
    },
    async until(isIt: (event: ProtocolEvent) => boolean): Promise<ProtocolEvent[]> {
      const events: ProtocolEvent[] = []
      while (!events.some(isIt)) events.push(await next())
      return events
    },
  }
}

export function isEnd({ method, params }: ProtocolEvent): boolean {
  return method === 'lifecycle' && params.namespace.length === 0 && params.data.event !== 'running'
}

/** The events of the runs' own beginnings and ends. */
export function ends(events: ProtocolEvent[]): (string | undefined)[] {
  return events
    .filter(({ method, params }) => method === 'lifecycle' && params.namespace.length === 0)
    .map(({ params }) => params.data.event)
}

export const dataOf = (events: ProtocolEvent[], method: string) =>
  events.filter((event) => event.method === method).map(({ params }) => params.data)
