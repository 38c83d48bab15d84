import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { LoggedEvent } from './run-event-store.ts'
import type { RunLog } from './run-log.ts'

/** How a run is listened to. */
export interface Listening {
  log: RunLog
  /** Ends every listener when the server stops. */
  closing: AbortSignal
  heartbeatMs: number
  /** The client went away before the end; absent when the run is not bound to it. */
  onDrop: (() => void) | null
  /** The run's address, for the answer that created it. */
  location?: string
}

const chunkLength = 64 * 1024
const encoder = new TextEncoder()
const fresh = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }

/**
 * Answers with the events of a log after the event `after` (§6). A client that reads slowly holds
 * one chunk; when the log has left it behind, the connection breaks and it can join again.
 */
export function eventStream(context: Context, after: number, listening: Listening): Response {
  const { log, closing } = listening
  const reader = new AbortController()
  const signal = AbortSignal.any([reader.signal, closing])
  let position = after
  const body = live(
    listening,
    ': heartbeat\n\n',
    () => reader.abort(),
    async (controller) => {
      const part = await log.read(position, chunkLength, signal)
      if (reader.signal.aborted) return true
      if (part === 'lost') {
        controller.close()
        breakConnection(context)
        return true
      }
      if (part === 'ended') {
        controller.close()
        return true
      }
      position = part.events.at(-1)?.id ?? position
      controller.enqueue(encoder.encode(part.events.map(framed).join('')))
      return false
    },
  )
  return context.body(body, 200, {
    'content-type': 'text/event-stream',
    ...fresh,
    ...located(listening),
  })
}

/** Answers with the run's output once it has ended; until then white space keeps the line open. */
export function outputWhenEnded(context: Context, listening: Listening): Response {
  const { log, closing } = listening
  const reader = new AbortController()
  const signal = AbortSignal.any([reader.signal, closing])
  const body = live(
    listening,
    '\n',
    () => reader.abort(),
    async (controller) => {
      const output = await log.ended(signal)
      if (reader.signal.aborted) return true
      controller.enqueue(encoder.encode(output ?? JSON.stringify(stopping)))
      controller.close()
      return true
    },
  )
  return context.body(body, 200, {
    'content-type': 'application/json',
    ...fresh,
    ...located(listening),
  })
}

const stopping = {
  __error__: {
    error: 'ServerStopping',
    message: 'The server is stopping. The run goes on when it is up again: join it then.',
  },
}

/** Not a clean end: the client must see that something is missing, and join again. */
function breakConnection(context: Context): void {
  const { outgoing } = context.env as Partial<HttpBindings>
  outgoing?.destroy()
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/**
 * A body that is asked for one chunk after the other, with a sign of life in between. `next` tells
 * whether it was the last chunk.
 */
function live(
  { heartbeatMs, onDrop }: Listening,
  heartbeat: string,
  release: () => void,
  next: (controller: Controller) => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const pulse = encoder.encode(heartbeat)
  let timer: NodeJS.Timeout | undefined
  let isQuiet = true
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        // Nobody waits for a sign of life whose connection is full.
        if (isQuiet && (controller.desiredSize ?? 0) > 0) controller.enqueue(pulse)
        isQuiet = true
      }, heartbeatMs)
    },
    async pull(controller) {
      const isLast = await next(controller)
      isQuiet = false
      if (isLast) clearInterval(timer)
    },
    cancel() {
      clearInterval(timer)
      release()
      onDrop?.()
    },
  })
}

function framed({ id, event, data }: LoggedEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}

function located({ location }: Listening): Record<string, string> {
  return location ? { 'content-location': location } : {}
}
