import type { ChildMessage, ParentMessage } from '../../executor/protocol/messages.ts'
import type { AuthRequest } from '../../executor/protocol/project-requests.ts'
import { HttpError } from '../../http/http-error.ts'
import type { OwnKeys } from '../own-requests/own-keys.ts'
import type { PassedRequest } from '../own-requests/passed-request.ts'
import type { GivenWork } from './given-work.ts'

/** An app that has not begun to answer by then does not answer. */
const headMs = 120_000

/** A request that the project's app answers. */
interface Asked {
  onHead(response: Response): void
  fail(error: Error): void
  /** The app has taken what was sent of the body. */
  onMore: () => void
  body: ReadableStreamDefaultController<Uint8Array> | null
  /** A part of the answer has come that nobody has asked for more after. */
  isUntold: boolean
  /** Nothing of it is awaited any more. */
  onDone(): void
}

/** Requests to the app of a project, which its executor answers; bodies go part by part, both ways. */
export class AppRequests {
  readonly #send: (message: ParentMessage) => void
  readonly #work: GivenWork
  readonly #keys: Pick<OwnKeys, 'letPass' | 'endPass'>
  readonly #asked = new Map<string, Asked>()

  constructor(
    send: (message: ParentMessage) => void,
    work: GivenWork,
    keys: Pick<OwnKeys, 'letPass' | 'endPass'>,
  ) {
    this.#send = send
    this.#work = work
    this.#keys = keys
  }

  /**
   * The answer as it begins; `passed` where the app may leave it to the agent server. Rejects with 502 where the app
   * fails, 503 where its process ends, 504 for silence. `onDone` is called once, when nothing more of it is awaited.
   */
  ask(
    request: AuthRequest,
    passed: PassedRequest | null,
    { body, signal }: { body: ReadableStream<Uint8Array> | null; signal: AbortSignal },
    onDone: () => void,
  ): Promise<Response> {
    const id = this.#work.give(null)
    const pass = passed && { pass_token: this.#keys.letPass(passed) }
    return new Promise((resolve, reject) => {
      const end = (error: Error) => {
        this.#done(id)
        reject(error)
        asked.body?.error(error)
      }
      const onAbort = () => {
        this.#send({ kind: 'app-abort', id })
        this.#done(id)
        reject(new HttpError(502, 'The client has left.'))
        // To a client that has left there is nothing to tell.
        asked.body?.close()
      }
      const onSilence = () => {
        this.#send({ kind: 'app-abort', id })
        end(new HttpError(504, 'The app of the project does not answer.'))
      }
      // What the agent server answers may be waited for by its clients as long as they like.
      const timer = pass ? undefined : setTimeout(onSilence, headMs)
      const asked: Asked = {
        onHead: (response) => {
          clearTimeout(timer)
          resolve(response)
        },
        fail: end,
        onMore: () => {},
        body: null,
        isUntold: false,
        onDone: () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', onAbort)
          if (pass) this.#keys.endPass(pass.pass_token)
          onDone()
        },
      }
      this.#asked.set(id, asked)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#send({ kind: 'app-request', id, ...request, has_body: body !== null, ...pass })
      if (body) this.#sendBody(id, asked, body).catch(end)
      if (signal.aborted) onAbort()
    })
  }

  receive(message: Extract<ChildMessage, { kind: `app-${string}` }>): void {
    const { id } = message
    const asked = this.#asked.get(id)
    if (!asked) return
    if (message.kind === 'app-more') asked.onMore()
    else if (message.kind === 'app-failed') {
      asked.fail(new HttpError(502, 'The app of the project failed; its deploy log says why.'))
    } else if (message.kind === 'app-head') {
      const { status, headers, has_body } = message
      const body = has_body ? this.#bodyOf(id, asked) : null
      if (!has_body) this.#done(id)
      asked.onHead(responseOf(status, headers, body))
    } else if (message.chunk) {
      asked.isUntold = true
      asked.body?.enqueue(message.chunk)
    } else {
      this.#done(id)
      asked.body?.close()
    }
  }

  /** The process is gone. */
  failAll(reason: string): void {
    for (const asked of [...this.#asked.values()]) asked.fail(new HttpError(503, reason))
  }

  #bodyOf(id: string, asked: Asked): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          asked.body = controller
        },
        // The first part comes by itself, before or after it is asked for.
        pull: () => {
          if (asked.isUntold) this.#send({ kind: 'app-taken', id })
          asked.isUntold = false
        },
        cancel: () => {
          this.#done(id)
          this.#send({ kind: 'app-abort', id })
        },
      },
      { highWaterMark: 0 },
    )
  }

  #done(id: string): void {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    this.#work.end(id)
    asked?.onDone()
    asked?.onMore()
  }

  async #sendBody(id: string, asked: Asked, body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    for (;;) {
      await new Promise<void>((resolve) => {
        asked.onMore = resolve
      })
      if (!this.#asked.has(id)) return void reader.cancel().catch(() => {})
      const { value, done } = await reader.read()
      this.#send({ kind: 'app-body', id, chunk: done ? null : value })
      if (done) return
    }
  }
}

/** An answer of a status that no server can give is a fault of the app. */
function responseOf(
  status: number,
  headers: readonly (readonly [string, string])[],
  body: ReadableStream<Uint8Array> | null,
): Response {
  const isBare = [204, 205, 304].includes(status)
  return new Response(isBare ? null : body, {
    status: status >= 200 && status <= 599 ? status : 502,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  })
}
