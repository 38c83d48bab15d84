import type { ChildMessage, ParentMessage } from '../protocol/messages.ts'
import type { AppRequest, LoadRequest } from '../protocol/project-requests.ts'
import { leaveRestToServer, type Passing } from './leave-to-server.ts'
import { LoadError, loadExport } from './load-export.ts'

type Answer = (request: Request) => Response | Promise<Response>
/** `passing`: how the agent server is asked, where that has such an address as well. */
type Fetch = (request: Request, passing: Passing | null) => Response | Promise<Response>
type Send = (message: ChildMessage) => void

/** A request that the project's app has in hand. */
interface Open {
  abort: AbortController
  /** Held for as long as it is answered: its signal ends with it, whoever listens to that. */
  request: Request | null
  body: ReadableStreamDefaultController<Uint8Array> | null
  /** What was sent has been taken in, or nobody takes it any more. */
  onTaken: () => void
}

/** The routes of a project: a Hono app, or whatever else answers a `Request` with a `Response`. */
export class HttpApp {
  /** See the call `app-reach`. */
  readonly reach: readonly string[]
  readonly #fetch: Fetch
  readonly #send: Send
  readonly #open = new Map<string, Open>()

  constructor(fetch: Fetch, send: Send, reach: readonly string[] = []) {
    this.#fetch = fetch
    this.#send = send
    this.reach = reach
  }

  receive(message: Extract<ParentMessage, { kind: `app-${string}` }>): void {
    if (message.kind === 'app-request') return void this.#answer(message)
    const open = this.#open.get(message.id)
    if (!open) return
    if (message.kind === 'app-taken') open.onTaken()
    else if (message.kind === 'app-abort') {
      open.abort.abort(new DOMException('The client has left.', 'AbortError'))
      open.onTaken()
    } else if (message.chunk) open.body?.enqueue(message.chunk)
    else open.body?.close()
  }

  async #answer({ id, url, method, headers, has_body, pass_token }: AppRequest): Promise<void> {
    const abort = new AbortController()
    const open: Open = { abort, request: null, body: null, onTaken: () => {} }
    this.#open.set(id, open)
    const init: RequestInit & { duplex?: 'half' } = { method, headers, signal: abort.signal }
    if (has_body) {
      init.body = this.#bodyOf(id, open)
      init.duplex = 'half'
    }
    try {
      open.request = new Request(url, init)
      const passing = pass_token ? { token: pass_token, signal: abort.signal } : null
      const response = await this.#fetch(open.request, passing)
      this.#send({
        kind: 'app-head',
        id,
        status: response.status,
        headers: [...response.headers],
        has_body: response.body !== null,
      })
      if (response.body) await this.#sendBody(id, open, response.body)
    } catch (error) {
      if (!abort.signal.aborted) {
        console.error(error)
        this.#send({ kind: 'app-failed', id })
      }
    } finally {
      this.#open.delete(id)
    }
  }

  /** One part is on its way at a time: the next is asked for when the app has taken it. */
  #bodyOf(id: string, open: Open): ReadableStream<Uint8Array> {
    open.abort.signal.addEventListener('abort', () => open.body?.error(open.abort.signal.reason))
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          open.body = controller
        },
        pull: () => this.#send({ kind: 'app-more', id }),
        cancel: () => {
          open.body = null
        },
      },
      { highWaterMark: 0 },
    )
  }

  async #sendBody(id: string, open: Open, body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    const { signal } = open.abort
    const leave = () => void reader.cancel(signal.reason).catch(() => {})
    signal.addEventListener('abort', leave)
    for (;;) {
      const { value, done } = await reader.read()
      if (signal.aborted) return
      if (done) return this.#send({ kind: 'app-chunk', id, chunk: null })
      const taken = new Promise<void>((resolve) => {
        open.onTaken = resolve
      })
      this.#send({ kind: 'app-chunk', id, chunk: value })
      await taken
      if (signal.aborted) return
    }
  }
}

/** Rejects with a LoadError where the address names nothing that answers requests. */
export async function loadHttpApp(
  { directory, own_server }: Pick<LoadRequest, 'directory' | 'own_server'>,
  address: string,
  send: Send,
): Promise<HttpApp> {
  const cannot = (problem: string, cause?: unknown) =>
    new LoadError(`The app of http cannot be loaded: ${problem}`, cause)
  const { value, place, name } = await loadExport(directory, address).catch((error: unknown) => {
    const { message, cause } = error as Error
    throw cannot(message, cause)
  })
  const app = value as { fetch?: Answer } | Answer
  const answer = typeof app === 'function' ? app : app.fetch
  if (typeof answer !== 'function') {
    throw cannot(`the export “${name}” of ${place} has no fetch, as a Hono app has it.`)
  }
  const left = leaveRestToServer(app, own_server)
  return left
    ? new HttpApp(left.fetch, send, left.reach)
    : new HttpApp((request) => answer(request), send)
}
