import { randomUUID } from 'node:crypto'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { WebSocket } from 'ws'
import type {
  ProtocolCommand,
  ProtocolErrorCode,
  ProtocolResponse,
} from '../../../contract/agent-server/protocol-v2/commands.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import type { ClientLine } from '../streams/response-stream.ts'
import { readFrame, refusalIn } from './socket-frames.ts'

/** Asks an endpoint of the thread, by the way of every request, as whoever opened the socket. */
export type AskThread = (
  what: 'commands' | 'stream/events',
  body: string,
  signal?: AbortSignal,
) => Promise<Response>

/** So many at once; a client of the published protocol has two or three. */
const mostSubscriptions = 50
/** While so many wait no more are read from the socket. */
const mostCommands = 20
/** As published for a server that goes away: clients come again. */
const comeAgain = 1012

/**
 * A WebSocket of a thread. Each command is a request of the command endpoint, and each subscription one for the event
 * stream: so all that holds for those holds here. Commands are done one after the other, in their order.
 */
export class ThreadSocket {
  readonly #ask: AskThread
  readonly #line: Pick<ClientLine, 'closing' | 'heartbeatMs'>
  readonly #subscriptions = new Map<string, AbortController>()
  readonly #left = new AbortController()
  #socket: WebSocket | null = null
  #commands: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(ask: AskThread, line: Pick<ClientLine, 'closing' | 'heartbeatMs'>) {
    this.#ask = ask
    this.#line = line
  }

  open(socket: WebSocket): void {
    this.#socket = socket
    const { closing, heartbeatMs } = this.#line
    const timer = setInterval(() => socket.ping(), heartbeatMs)
    this.#left.signal.addEventListener('abort', () => clearInterval(timer))
    const ended = AbortSignal.any([this.#left.signal, closing])
    ended.addEventListener('abort', () => this.#leave())
    if (ended.aborted) this.#leave()
  }

  /** The client is gone. */
  close(): void {
    this.#left.abort()
    for (const subscription of this.#subscriptions.values()) subscription.abort()
  }

  receive(text: string): void {
    const command = readFrame(text)
    if ('type' in command) this.#answer(command)
    else if (command.method === 'subscription.subscribe') this.#follow(this.#subscribe(command))
    else if (command.method === 'subscription.unsubscribe') this.#unsubscribe(command)
    else this.#enqueue(text, command.id)
  }

  #enqueue(text: string, id: number): void {
    this.#waiting += 1
    if (this.#waiting === mostCommands) this.#socket?.pause()
    this.#commands = this.#commands.then(async () => {
      if (this.#left.signal.aborted) return
      const response = await this.#ask('commands', text)
      if (response.ok) await this.#send(await response.text())
      else await this.#answer(await refusalIn(response, id))
      this.#waiting -= 1
      this.#socket?.resume()
    })
    this.#follow(this.#commands)
  }

  async #subscribe({ id, params }: ProtocolCommand): Promise<void> {
    if (this.#subscriptions.size >= mostSubscriptions) {
      const message = `A socket has ${mostSubscriptions} subscriptions at most: end one of them first.`
      return this.#refuse(id, 'not_supported', message)
    }
    const subscription_id = randomUUID()
    const ended = new AbortController()
    this.#subscriptions.set(subscription_id, ended)
    try {
      const response = await this.#ask('stream/events', writeJson(params ?? {}), ended.signal)
      if (!response.ok) return await this.#answer(await refusalIn(response, id))
      // What is kept and what comes is one stream: nobody has counted the first.
      const result = { subscription_id, replayed_events: 0 }
      await this.#answer({ type: 'success', id, result })
      for await (const { data } of eventsOf(response, ended.signal)) await this.#send(data)
    } finally {
      this.#subscriptions.delete(subscription_id)
    }
    // The server has no more to tell for now, though the client wants it.
    if (!ended.signal.aborted) this.#leave()
  }

  #unsubscribe({ id, params }: ProtocolCommand): Promise<void> {
    const name = String(params?.subscription_id)
    const subscription = this.#subscriptions.get(name)
    subscription?.abort()
    if (subscription) return this.#answer({ type: 'success', id, result: {} })
    return this.#refuse(
      id,
      'no_such_subscription',
      `There is no subscription ${name.slice(0, 100)}.`,
    )
  }

  #refuse(id: number, error: ProtocolErrorCode, message: string): Promise<void> {
    return this.#answer({ type: 'error', id, error, message })
  }

  #answer(response: ProtocolResponse): Promise<void> {
    return this.#send(writeJson(response))
  }

  /** Resolves when the client's connection has taken it; so nothing piles up for one that reads slowly. */
  #send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#socket) resolve()
      // One that has left is told by its close.
      else this.#socket.send(text, () => resolve())
    })
  }

  #follow(work: Promise<void>): void {
    work.catch(() => this.#leave())
  }

  #leave(): void {
    this.#socket?.close(comeAgain, 'Open the socket again.')
  }
}

/** Ends when `signal` aborts, and rejects when the stream breaks off. */
async function* eventsOf({ body }: Response, signal: AbortSignal) {
  const reader = (body as ReadableStream<BufferSource>)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const leave = () => {
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || signal.aborted) return
    yield value
  }
}
