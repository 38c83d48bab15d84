import type { Context } from 'hono'
import type { EventMessage } from '../../executor/protocol/run-order.ts'
import { breakConnection } from '../../http/break-connection.ts'
import type { RunFeedback } from '../runs/run-feedback.ts'
import { publicEvents } from './event-modes.ts'
import type { RunLog } from './log/run-log.ts'

/** How a client is kept on the line. */
export interface ClientLine {
  /** Ends every listener when the server stops. */
  closing: AbortSignal
  heartbeatMs: number
  /** The client went away before the end; null when nothing follows from that. */
  onDrop: (() => void) | null
  /** Called when somebody is on the line; what it answers is called when nobody is any more. */
  onOpen?: () => () => void
  /** The run's address, for the answer that created it. */
  location?: string
}

/** How a run is listened to. */
export interface Listening extends ClientLine {
  log: RunLog
  /** The log by which the run is heard of once this one is broken off. Rejects with 404 when it was deleted. */
  rejoin(): Promise<RunLog>
  feedback: RunFeedback
  /** Leaves events out; all are sent without it. */
  isWanted?: (event: string) => boolean
}

const chunkLength = 64 * 1024
const outputPart = 256 * 1024
const encoder = new TextEncoder()
const fresh = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }

/** Events as they are sent: text, or the end of the stream, or a gap after which the client joins again. */
export type EventText = string | 'ended' | 'lost'

/**
 * Answers with the events of a log after the event `after` (§6). A client that reads slowly holds
 * one chunk; when the log has left it behind, the connection breaks and it can join again.
 */
export function eventStream(context: Context, after: number, listening: Listening): Response {
  const { log, feedback, isWanted = () => true } = listening
  let position = after
  return eventSource(context, listening, async (signal) => {
    for (;;) {
      const part = await log.read(position, chunkLength, signal)
      if (part === 'ended' || part === 'lost') return part
      position = part.events.at(-1)?.id ?? position
      const seen = publicEvents(part.events).filter(({ event }) => isWanted(event))
      const wanted = await feedback.inEvents(seen, signal)
      if (wanted.length > 0) return wanted.map(framed).join('')
    }
  })
}

/** Answers with an event stream of what `read` resolves with, until that is an end. */
export function eventSource(
  context: Context,
  line: ClientLine,
  read: (signal: AbortSignal) => Promise<EventText>,
): Response {
  const reader = new AbortController()
  const signal = AbortSignal.any([reader.signal, line.closing])
  const body = live(
    line,
    ': heartbeat\n\n',
    () => reader.abort(),
    async (controller) => {
      const text = await read(signal)
      if (reader.signal.aborted) return true
      if (text === 'ended' || text === 'lost') {
        controller.close()
        if (text === 'lost') breakConnection(context)
        return true
      }
      controller.enqueue(encoder.encode(text))
      return false
    },
  )
  const { location } = line
  return context.body(body, 200, {
    'content-type': 'text/event-stream',
    ...fresh,
    // The published client joins again at this address when its connection breaks.
    ...(location ? { 'content-location': location, location: `${location}/stream` } : {}),
  })
}

/** Answers with the run's output once it has ended; until then white space keeps the line open. */
export function outputWhenEnded(context: Context, listening: Listening): Response {
  const { feedback, closing } = listening
  const reader = new AbortController()
  const signal = AbortSignal.any([reader.signal, closing])
  let left: string | null = null
  const body = live(
    listening,
    '\n',
    () => reader.abort(),
    async (controller) => {
      if (left === null) {
        const output = await outputOf(listening, signal)
        left = output === null ? JSON.stringify(stopping) : await feedback.inOutput(output, signal)
      }
      if (reader.signal.aborted) return true
      // A part at a time: others are answered in between.
      const end = endOfPart(left, outputPart)
      controller.enqueue(encoder.encode(left.slice(0, end)))
      left = left.slice(end)
      if (left !== '') return false
      controller.close()
      return true
    },
  )
  return context.body(body, 200, {
    'content-type': 'application/json',
    ...fresh,
    ...(listening.location ? { 'content-location': listening.location } : {}),
  })
}

/** The output of a run wherever it ends, also where it went on at another process; null when `signal` aborts first. */
async function outputOf(
  { log, rejoin }: Pick<Listening, 'log' | 'rejoin'>,
  signal: AbortSignal,
): Promise<string | null> {
  const output = await log.ended(signal)
  if (output !== null || signal.aborted) return output
  return outputOf({ log: await rejoin(), rejoin }, signal)
}

/** Where a part of so many letters ends: never between the halves of one. */
function endOfPart(text: string, length: number): number {
  const last = text.charCodeAt(length - 1)
  return last >= 0xd800 && last < 0xdc00 ? length - 1 : length
}

const stopping = {
  __error__: {
    error: 'ServerStopping',
    message: 'The server is stopping. The run goes on when it is up again: join it then.',
  },
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/**
 * A body that is asked for one chunk after the other, with a sign of life in between. `next` tells
 * whether it was the last chunk.
 */
function live(
  { heartbeatMs, onDrop, onOpen }: ClientLine,
  heartbeat: string,
  release: () => void,
  next: (controller: Controller) => Promise<boolean>,
): ReadableStream<Uint8Array> {
  const pulse = encoder.encode(heartbeat)
  let timer: NodeJS.Timeout | undefined
  let isQuiet = true
  const onClosed = onOpen?.()
  const leave = () => {
    clearInterval(timer)
    onClosed?.()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setInterval(() => {
        // Nobody waits for a sign of life whose connection is full.
        if (isQuiet && (controller.desiredSize ?? 0) > 0) controller.enqueue(pulse)
        isQuiet = true
      }, heartbeatMs)
    },
    async pull(controller) {
      const isLast = await next(controller).catch((error: unknown) => {
        leave()
        throw error
      })
      isQuiet = false
      if (isLast) leave()
    },
    cancel() {
      leave()
      release()
      onDrop?.()
    },
  })
}

/** One event in its form on the wire (§6). */
export function framed({ id, event, data }: EventMessage & { id: number | string }) {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}
