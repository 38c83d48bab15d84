import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Transport } from '../../src/client/api.ts'
import { json } from './scripted-server.ts'

/** What goes wrong with a run's stream, at one of its events. */
export type Fault =
  | 'nothing'
  /** The socket is cut before the event. */
  | 'drop'
  /** The body ends, cleanly and too early. */
  | 'short body'
  /** Nothing more comes, and the socket stays open. */
  | 'stall'
  /** The event comes twice. */
  | 'repeat'
  /** The event and the next change places. */
  | 'reorder'
  /** A join goes on one event too early, as older servers do. */
  | 'inclusive join'
  /** The event's data is no JSON. */
  | 'garbage'
  /** A kind that nobody knows comes in between. */
  | 'unknown kind'
  /** Comments only, for a while. */
  | 'heartbeats'
  /** Cut, and the first joins are answered with 500. */
  | 'drop and 500'
  /** Cut, and the first joins are answered with somebody else's page. */
  | 'drop and a page'
  /** Cut, and a join brings nothing but the end, as after a restart of the server. */
  | 'drop and forget'
  /** The server sends no ids, and a join brings everything again. */
  | 'no ids, replay'
  /** The server sends no ids, and a join brings what is still to come. */
  | 'no ids, rest'
  /** Every piece of the body has as many bytes as the event's number. */
  | 'splits'
  /** The page is loaded again, or a second tab is opened, while nothing more comes. */
  | 'reload'
  /** The answer to the POST is lost. */
  | 'lost answer'

interface Run {
  run_id: string
  body: { input: unknown; metadata: unknown }
  sent: number
  isOver: boolean
  refusals: number
}

interface Thread {
  fault: Fault
  at: number
  runs: Run[]
  posts: number
}

export interface ScriptEvent {
  event: string
  data: unknown
}

/** An agent server with a thread for each fault; all play the same stream. */
export class FaultServer {
  readonly threads = new Map<string, Thread>()
  #server: Server | undefined
  readonly #script: readonly ScriptEvent[]
  readonly #finalState: unknown

  constructor(script: readonly ScriptEvent[], finalState: unknown) {
    this.#script = script
    this.#finalState = finalState
  }

  async start(): Promise<Transport> {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const lastId = request.headers['last-event-id']
      this.#answer(
        `${request.method} ${new URL(request.url ?? '/', 'http://x').pathname}`,
        text ? JSON.parse(text) : { input: null, metadata: {} },
        lastId === undefined ? null : Number(lastId),
        response,
      )
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return { baseUrl: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` }
  }

  stop(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  add(fault: Fault, at: number): string {
    const serial = String(this.threads.size).padStart(12, '0')
    const thread_id = `019a0000-0000-7000-8000-${serial}`
    this.threads.set(thread_id, { fault, at, runs: [], posts: 0 })
    return thread_id
  }

  #answer(
    route: string,
    body: Run['body'],
    lastId: number | null,
    response: ServerResponse,
  ): unknown {
    const [, thread_id = '', rest = ''] = /\/threads\/([^/]+)(.*)$/.exec(route) ?? []
    const thread = this.threads.get(thread_id)
    if (!thread) return json(response, 404, { detail: 'Thread not found' })
    const [run] = thread.runs
    if (route.startsWith('POST') && rest === '/runs/stream') {
      thread.posts += 1
      const made = {
        run_id: thread_id.replace('019a', '019b'),
        body,
        sent: 0,
        isOver: false,
        refusals: 0,
      }
      thread.runs.push(made)
      if (thread.fault === 'lost answer') return void response.destroy()
      return this.#stream(thread, made, 0, true, response)
    }
    if (rest === '/state') {
      return json(response, 200, run?.isOver ? this.#finalState : this.#stateAt(run?.sent ?? 0))
    }
    if (rest === '/runs') return json(response, 200, thread.runs.map(record))
    if (run && rest.endsWith('/stream')) {
      if (thread.fault === 'drop and 500' && run.refusals < 2) {
        run.refusals += 1
        return json(response, 500, { detail: 'Not now.' })
      }
      if (thread.fault === 'drop and a page' && run.refusals < 2) {
        run.refusals += 1
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>')
      }
      return this.#stream(thread, run, this.#joinAt(thread, run, lastId), false, response)
    }
    if (run && rest === `/runs/${run.run_id}`) return json(response, 200, record(run))
    json(response, 404, { detail: 'Not found' })
  }

  /** What the thread keeps of a run that is at work: its newest checkpoint. */
  #stateAt(sent: number): unknown {
    const kept = this.#script.slice(0, sent).findLast(({ event }) => event === 'values')
    return { values: kept?.data ?? { messages: [] }, next: [], tasks: [] }
  }

  #joinAt({ fault }: Thread, run: Run, lastId: number | null): number {
    if (fault === 'no ids, rest') return run.sent
    if (fault === 'no ids, replay') return 0
    if (fault === 'drop and forget') return this.#script.length
    const next = (lastId ?? -1) + 1
    return fault === 'inclusive join' ? Math.max(0, next - 1) : next
  }

  #stream(
    thread: Thread,
    run: Run,
    from: number,
    isFirst: boolean,
    response: ServerResponse,
  ): void {
    const { fault, at } = thread
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'content-location': `/threads/t/runs/${run.run_id}`,
    })
    const order = this.#script.map((_event, index) => index)
    if (fault === 'reorder' && at + 1 < order.length) [order[at], order[at + 1]] = [at + 1, at]
    let text = ''
    const stop = isFirst ? stopAt(fault, at) : this.#script.length
    for (const index of order.slice(from, stop)) {
      text += this.#frame(thread, index)
      run.sent = Math.max(run.sent, index + 1)
    }
    const isWhole = stop >= this.#script.length
    if (isWhole) run.isOver = true
    if (fault === 'splits') return void writeInPieces(response, text, at + 1)
    response.write(text || ': open\n\n', () => {
      if (isWhole || fault === 'short body') response.end()
      else if (fault !== 'stall' && fault !== 'reload') response.destroy()
    })
  }

  #frame({ fault, at }: Thread, index: number): string {
    const { event, data } = this.#script[index] as ScriptEvent
    const id = fault.startsWith('no ids') ? '' : `id: ${index}\n`
    const frame = `event: ${event}\ndata: ${JSON.stringify(data)}\n${id}\n`
    if (index !== at) return frame
    if (fault === 'repeat') return frame + frame
    if (fault === 'garbage') return `event: ${event}\ndata: {"half": [\n${id}\n`
    if (fault === 'unknown kind') return `event: hologram|x\ndata: {"beam":7}\n\n${frame}`
    if (fault === 'heartbeats') return `: hb\n\n: hb\r\n\r\n:\n\n${frame}`
    return frame
  }
}

function stopAt(fault: Fault, at: number): number {
  const cuts = [
    'drop',
    'short body',
    'stall',
    'reload',
    'inclusive join',
    'drop and 500',
    'drop and a page',
    'drop and forget',
  ]
  return cuts.includes(fault) || fault.startsWith('no ids') ? at : Number.POSITIVE_INFINITY
}

function record({ run_id, body, isOver }: Run) {
  return {
    run_id,
    thread_id: 't',
    assistant_id: 'agent',
    status: isOver ? 'success' : 'running',
    created_at: new Date(0).toISOString(),
    updated_at: new Date(0).toISOString(),
    metadata: body.metadata,
    kwargs: { input: body.input },
  }
}

function writeInPieces(response: ServerResponse, text: string, size: number): void {
  const bytes = Buffer.from(text)
  let from = 0
  const next = () => {
    if (from >= bytes.length) return void response.end()
    // Ten pieces of that size, then the rest: the borders move through the whole stream.
    const to = from < size * 10 ? from + size : bytes.length
    const piece = bytes.subarray(from, to)
    from = to
    response.write(piece, () => setImmediate(next))
  }
  next()
}
