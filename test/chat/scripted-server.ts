import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Transport } from '../../src/client/api.ts'

export const threadId = '019a0000-0000-7000-8000-000000000001'
export const runIdOf = (n: number) =>
  `019a0000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`

interface ScriptedEvent {
  id: string | null
  event: string
  data: unknown
}

/** A run whose every step the test decides. */
export class ScriptedRun {
  status = 'pending'
  readonly log: ScriptedEvent[] = []
  readonly listeners = new Set<ServerResponse>()
  extra: Record<string, unknown> = {}
  hasIds = true
  isOver = false

  constructor(
    readonly run_id: string,
    readonly body: Record<string, unknown>,
  ) {}

  emit(event: string, data: unknown): void {
    const entry = { id: this.hasIds ? String(this.log.length) : null, event, data }
    this.log.push(entry)
    for (const listener of this.listeners) write(listener, entry)
  }

  /** The status changes and every reader's body ends. */
  end(status: string, extra: Record<string, unknown> = {}): void {
    this.status = status
    this.extra = { ...this.extra, ...extra }
    this.isOver = true
    for (const listener of this.listeners) listener.end()
    this.listeners.clear()
  }

  /** Cuts every reader's socket: the run goes on. */
  drop(): void {
    for (const listener of this.listeners) listener.destroy()
    this.listeners.clear()
  }

  record(): Record<string, unknown> {
    const { input, command, feedback_keys } = this.body
    return {
      run_id: this.run_id,
      thread_id: threadId,
      assistant_id: 'agent',
      status: this.status,
      created_at: new Date(Number.parseInt(this.run_id.slice(-2), 10) * 1000).toISOString(),
      updated_at: new Date(0).toISOString(),
      metadata: this.body.metadata ?? {},
      multitask_strategy: this.body.multitask_strategy ?? null,
      kwargs: { input, command, feedback_keys },
      ...this.extra,
    }
  }
}

function write(response: ServerResponse, { id, event, data }: ScriptedEvent): void {
  response.write(
    `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === null ? '' : `id: ${id}\n`}\n`,
  )
}

export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** Answers one request in the test's own way; true when it did. */
type Override = (request: SeenRequest, response: ServerResponse) => boolean | Promise<boolean>

/** An agent server with one thread that does nothing by itself. */
export class ScriptedServer {
  readonly requests: SeenRequest[] = []
  readonly runs: ScriptedRun[] = []
  state: Record<string, unknown> = { values: { messages: [] }, next: [], tasks: [] }
  override: Override | null = null
  /** What a cancel does besides being accepted. */
  onCancel: (run: ScriptedRun, action: string) => void = () => {}
  readonly #waiting: (() => void)[] = []
  #server: Server | undefined
  #serial = 0

  async start(): Promise<Transport> {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => response.destroy(error))
    })
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return { baseUrl: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` }
  }

  async stop(): Promise<void> {
    for (const run of this.runs) run.drop()
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  addRun(body: Record<string, unknown> = {}, status = 'running'): ScriptedRun {
    this.#serial += 1
    const run = new ScriptedRun(runIdOf(this.#serial), body)
    run.status = status
    this.runs.push(run)
    return run
  }

  count(method: string, path: RegExp): number {
    return this.requests.filter((seen) => seen.method === method && path.test(seen.path)).length
  }

  /** Resolves when the nth such request has been read. */
  async seen(method: string, path: RegExp, nth = 1): Promise<SeenRequest> {
    for (;;) {
      const found = this.requests.filter((seen) => seen.method === method && path.test(seen.path))
      const hit = found[nth - 1]
      if (hit) return hit
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** The nth run, once it exists and `readers` read it. */
  async run(nth = 1, readers = 1): Promise<ScriptedRun> {
    for (;;) {
      const run = this.runs[nth - 1]
      if (run && run.listeners.size >= readers) return run
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  setMessages(messages: unknown[], rest: Record<string, unknown> = {}): void {
    this.state = { values: { messages }, next: [], tasks: [], ...rest }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://x')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text ? JSON.parse(text) : {},
    }
    this.requests.push(seen)
    this.#wake()
    if (!(await this.override?.(seen, response))) this.#route(seen, response)
    this.#wake()
  }

  #route(seen: SeenRequest, response: ServerResponse): void {
    const { method, path } = seen
    const root = `/threads/${threadId}`
    const run = this.runs.find((item) => path.startsWith(`${root}/runs/${item.run_id}`))
    const route = `${method} ${path.replace(root, '').replace(run?.run_id ?? '-', '*')}`
    switch (route) {
      case 'POST /threads':
        json(response, 200, { ...thread, thread_id: threadId })
        break
      case 'GET ':
        json(response, 200, { ...thread, thread_id: threadId })
        break
      case 'GET /state':
        json(response, 200, this.state)
        break
      case 'GET /runs': {
        const records = this.runs.map((item) => item.record())
        json(response, 200, records)
        break
      }
      case 'POST /runs':
        json(response, 200, this.addRun(seen.body, 'pending').record())
        break
      case 'POST /runs/stream':
        listen(response, this.addRun(seen.body), 0)
        break
      default:
        if (run) this.#routeRun(run, seen, response)
        else json(response, 404, { detail: 'Run not found' })
    }
  }

  #routeRun(run: ScriptedRun, { path, headers, query }: SeenRequest, response: ServerResponse) {
    if (path.endsWith('/stream')) {
      listen(response, run, Number(headers['last-event-id'] ?? -1) + 1)
    } else if (path.endsWith('/cancel')) {
      response.writeHead(202).end()
      this.onCancel(run, query.get('action') ?? 'interrupt')
    } else {
      json(response, 200, run.record())
    }
  }

  /** The run and all that it made is gone, as after a roll-back. */
  remove(run: ScriptedRun): void {
    this.runs.splice(this.runs.indexOf(run), 1)
    run.end('gone')
  }
}

const thread = { created_at: '', updated_at: '', status: 'idle', metadata: {} }

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function listen(response: ServerResponse, run: ScriptedRun, from: number): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'content-location': `/threads/${threadId}/runs/${run.run_id}`,
  })
  response.write(': open\n\n')
  for (const entry of run.log.slice(from)) write(response, entry)
  if (run.isOver) response.end()
  else run.listeners.add(response)
}
