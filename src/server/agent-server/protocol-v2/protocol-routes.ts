import { upgradeWebSocket } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { WebSocket } from 'ws'
import {
  openThreadSocket,
  type Subscription,
  sendCommand,
  streamThreadEvents,
} from '../../../contract/agent-server/protocol-v2/commands.ts'
import { HttpError } from '../../http/http-error.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { route } from '../../http/route.ts'
import { socketAsk } from '../../http/web-sockets.ts'
import { takeFilter } from '../access/granted-access.ts'
import { deploymentOf } from '../agent-routes.ts'
import { headersOnBehalf } from '../on-behalf/on-behalf.ts'
import type { RunEngine } from '../run-engine.ts'
import { type EventText, eventSource } from '../streams/response-stream.ts'
import type { StreamOptions } from '../streams/run-listening.ts'
import { matchesFilter } from '../threads/thread-search.ts'
import { answerCommand } from './answer-command.ts'
import { isAskedFor } from './channel-filter.ts'
import type { RecordedEvent } from './recorded-event.ts'
import { threadRecording } from './thread-recording.ts'
import { ThreadSocket } from './thread-socket.ts'

/** The streaming protocol of an agent server: commands, and the events of all runs of a thread. */
export function mountProtocol(app: Hono, engine: RunEngine, options: StreamOptions): void {
  route(app, sendCommand, ({ params, body, context }) => {
    const { id, ...request } = body
    // A client may keep one key and number its commands.
    const key = requestKeyOf(context, `:${id}`)
    return answerCommand(engine, keyOf(context, params.thread_id), body, {
      traceparent: context.req.header('traceparent'),
      key: key && { ...key, request },
      allowed: takeFilter(context),
    })
  })
  route(app, streamThreadEvents, ({ params, body, context }) => {
    const key = keyOf(context, params.thread_id)
    const allowed = takeFilter(context)
    let recording: ReturnType<typeof threadRecording> | undefined
    return eventSource(context, { ...options, onDrop: null }, async (signal) => {
      recording ??= threadRecording(engine, key, body.since ?? 0, signal)
      const text = await nextText(recording, body)
      // A thread that was not there yet may be somebody else's by now.
      return (await matchesFilter(engine.database, key.thread_id, allowed)) ? text : 'lost'
    })
  })
  route(app, openThreadSocket, ({ context }) => {
    const ask = socketAsk(context)
    if (!ask) {
      context.header('Upgrade', 'websocket')
      throw new HttpError(
        426,
        'Open a WebSocket at this address, or ask for an event stream here by POST.',
      )
    }
    const headers = {
      ...headersOnBehalf(context),
      // Which of its names the server is asked by is looked at again.
      host: context.req.header('host') ?? '',
      'content-type': 'application/json',
    }
    const socket = new ThreadSocket(async (what, body, signal) => {
      const url = new URL(context.req.path.replace(/stream\/events$/, what), context.req.url)
      return ask(new Request(url, { method: 'POST', headers, body, signal: signal ?? null }))
    }, options)
    return upgradeWebSocket(context, {
      onOpen: (_event, { raw }) => socket.open(raw as WebSocket),
      onMessage: ({ data }) => socket.receive(String(data)),
      onClose: () => socket.close(),
    })
  })

  function keyOf(context: Context, threadId: string) {
    return { deployment_id: deploymentOf(engine, context), thread_id: threadId.toLowerCase() }
  }
}

async function nextText(
  recording: ReturnType<typeof threadRecording>,
  subscription: Subscription,
): Promise<EventText> {
  for (;;) {
    const { done, value } = await recording.next()
    if (done) return value
    const wanted = value.filter((event) => isAskedFor(subscription, event))
    if (wanted.length > 0) return wanted.map(framed).join('')
  }
}

function framed({ event_id, method, text }: RecordedEvent): string {
  return `event: ${method}\ndata: ${text}\nid: ${event_id}\n\n`
}
