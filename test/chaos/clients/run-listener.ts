import { setTimeout as pause } from 'node:timers/promises'
import { type SseStream, sseOf } from '../../server/agent-server/sse.ts'
import type { AskedRun, ClientMemory } from './client-memory.ts'
import { eventText } from './event-text.ts'
import type { PersistentClient } from './persistent-client.ts'

const againMs = 100

/** A client that follows a run, and joins again after the last event that it had when its stream breaks. */
export class RunListener {
  readonly run: AskedRun
  readonly #client: PersistentClient
  readonly #memory: ClientMemory
  #leaving = new AbortController()
  #returns = true
  isOver = false

  constructor(run: AskedRun, client: PersistentClient, memory: ClientMemory) {
    this.run = run
    this.#client = client
    this.#memory = memory
  }

  /** Breaks its connection. */
  leave(returns: boolean): void {
    this.#returns = returns
    const before = this.#leaving
    this.#leaving = new AbortController()
    before.abort()
  }

  /** Asks for the run by a stream, until it is answered, and follows it. */
  async create(target: string, body: object, at: number): Promise<void> {
    const { run } = this
    for (let attempt = 0; ; attempt += 1) {
      const leaving = this.#leaving
      const headers = { 'idempotency-key': run.name }
      const asked = { at: at + attempt, body, headers }
      const response = await this.#client.open('POST', target, asked, leaving.signal)
      if (response?.ok) {
        run.runId = response.headers.get('content-location')?.split('/').at(-1) ?? null
        run.acknowledgedAt ??= this.#memory.now()
        return this.#read(sseOf(response, leaving), at)
      }
      if (response) {
        run.isRefused = true
        this.isOver = true
        await response.body?.cancel()
        return
      }
      if (!(await this.#waited())) return
    }
  }

  /** Follows a run from the event after this one on, to its end. */
  async join(after: number, at: number): Promise<void> {
    let last = after
    for (let attempt = 0; ; attempt += 1) {
      const leaving = this.#leaving
      const headers = { 'last-event-id': String(last) }
      const asked = { at: at + attempt, headers }
      const response = await this.#client.open('GET', `${this.#path}/stream`, asked, leaving.signal)
      if (response?.ok) {
        const { last: told, isBroken } = await this.#told(sseOf(response, leaving), last)
        last = told
        if (!isBroken && (await this.#hasEnded(at + attempt))) return
      } else if (response) {
        // It was rolled back.
        await response.body?.cancel()
        this.isOver = true
        this.run.isOver = true
        return
      }
      if (!(await this.#waited())) return
    }
  }

  get #path(): string {
    return `/threads/${this.run.thread}/runs/${this.run.runId}`
  }

  async #read(stream: SseStream, at: number): Promise<void> {
    const { last, isBroken } = await this.#told(stream, -1)
    if (!isBroken && (await this.#hasEnded(at))) return
    if (await this.#waited()) await this.join(last, at + 1)
  }

  /** A stream ends with its run, and with its server when that stops in order. */
  async #hasEnded(at: number): Promise<boolean> {
    const answer = await this.#client.once('GET', this.#path, { at })
    const { status } = (answer?.body ?? {}) as { status?: string }
    if (answer?.status === 200 && status) this.#memory.read(this.run, status)
    if (answer?.status === 404) this.run.isOver = true
    this.isOver = this.run.isOver
    return this.isOver
  }

  /** Whether it asks again, after a moment. */
  async #waited(): Promise<boolean> {
    await pause(againMs)
    if (!this.#returns) this.isOver = true
    return this.#returns && !this.#client.isLeft
  }

  /** Reads until the stream ends or breaks. */
  async #told(stream: SseStream, after: number): Promise<{ last: number; isBroken: boolean }> {
    const { run } = this
    let last = after
    try {
      for (let event = await stream.next(); event; event = await stream.next()) {
        const { id, event: name, data } = event
        if (id === null) continue
        const number = Number(id)
        if (number !== last + 1) {
          const jump = `${run.name}: after the event ${last} its stream told ${number}.`
          this.#memory.defects.push(jump)
        }
        last = number
        this.#memory.hear(run, number, eventText(event))
        if (name === 'feedback') run.voteUrl = Object.values(data as object)[0] as string
      }
      return { last, isBroken: false }
    } catch {
      return { last, isBroken: true }
    }
  }
}
