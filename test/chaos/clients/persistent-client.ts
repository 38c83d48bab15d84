import { setTimeout as pause } from 'node:timers/promises'
import { apiKey } from '../machines/chaos-server.ts'

/** What came of a request; `body` is parsed where it is JSON. */
export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

interface Asked {
  /** The number of the server that is asked first. */
  at: number
  body?: unknown
  headers?: Record<string, string>
  /** The address is the server's, and not that of the deployment. */
  isWhole?: boolean
  /** How long an answer is waited for. */
  patienceMs?: number
}

const usualPatienceMs = 8_000
const againMs = 100

/** Asks servers as a careful client does: what was not answered is asked again, of the next server, until it is. */
export class PersistentClient {
  readonly #urls: readonly string[]
  readonly #onDefect: (defect: string) => void
  readonly #leaving = new AbortController()

  /** @param urls of the servers */
  constructor(urls: readonly string[], onDefect: (defect: string) => void) {
    this.#urls = urls
    this.#onDefect = onDefect
  }

  /** Nothing is asked again from now on. */
  leave(): void {
    this.#leaving.abort(new Error('The round is over.'))
  }

  get isLeft(): boolean {
    return this.#leaving.signal.aborted
  }

  /** One request to one server; null when it was not answered, or refused for the moment. */
  async once(method: string, target: string, asked: Asked): Promise<Answer | null> {
    const patience = AbortSignal.timeout(asked.patienceMs ?? usualPatienceMs)
    try {
      const response = await this.open(method, target, asked, patience)
      if (!response) return null
      const text = await response.text()
      const body = text.trim() === '' ? null : (JSON.parse(text) as unknown)
      return { status: response.status, headers: response.headers, body }
    } catch {
      // A network that broke: whoever asked decides whether to ask again.
      return null
    }
  }

  /** As `once`, until it is answered. Rejects when the round is over. */
  async ask(method: string, target: string, asked: Asked): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      this.#leaving.signal.throwIfAborted()
      const answer = await this.once(method, target, { ...asked, at: asked.at + attempt })
      if (answer) return answer
      await pause(againMs)
    }
  }

  /** A response whose body is still to come; null when there is none, or a refusal for the moment. */
  async open(
    method: string,
    target: string,
    { at, body, headers, isWhole = false }: Asked,
    signal: AbortSignal,
  ): Promise<Response | null> {
    const url = `${this.#urls[at % this.#urls.length]}${isWhole ? '' : '/agents/chaos'}${target}`
    let response: Response
    try {
      response = await fetch(url, {
        method,
        headers: { 'x-api-key': apiKey, ...headers },
        signal: AbortSignal.any([signal, this.#leaving.signal]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch {
      return null
    }
    if (response.status < 500) return response
    const said = await response.text().catch(() => '')
    if (response.status !== 503) {
      this.#onDefect(`${method} ${target} answered ${response.status}: ${said.slice(0, 500)}`)
    }
    return null
  }
}
