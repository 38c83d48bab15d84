import { isDeepStrictEqual } from 'node:util'
import { call, type Transport } from '../../../client/api.ts'
import { type RunCreate, streamModes } from '../../../contract/agent-server/run-request.ts'
import { cancelRun, type Run } from '../../../contract/agent-server/runs.ts'
import {
  createThread,
  getThread,
  getThreadState,
  pendingInterrupts,
  type ThreadState,
} from '../../../contract/agent-server/threads.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { CheckResult } from '../../../contract/qa/attempts.ts'
import type { Case, CaseTurn, Hold, Moment } from '../../../contract/qa/cases.ts'
import { findAssistant } from '../find-assistant.ts'
import { judge } from './checks.ts'
import { LiveRun } from './live-run.ts'
import { answerWords, chosenInterrupt, resumeWith } from './resume-with.ts'
import { Transcript } from './transcript.ts'

interface Order {
  transport: Transport
  assistantId: string
  /** Written beside the thread and its runs. */
  metadata: Record<string, unknown>
  signal: AbortSignal
  /** Milliseconds from some moment on. */
  clock?: () => number
}

/**
 * One attempt at a case: turn by turn, as a person would at a page. After `run` has resolved, or rejected with why it
 * could not go on, the fields hold what came of it until there.
 */
export class CaseDrive {
  readonly transcript = new Transcript()
  readonly results: CheckResult[] = []
  readonly runs: LiveRun[] = []
  threadId: string | null = null
  values: unknown = {}
  readonly #case: Case
  readonly #order: Order
  readonly #clock: () => number
  readonly #startedMs: number
  /** When it had come to its end; what it is looked at for afterwards is no time of the agent. */
  #endedMs: number | null = null
  #active: { live: LiveRun; ended: Promise<Run | null> }[] = []
  #last: { status: string | null; error: string | null } | null = null
  #state: ThreadState | null = null

  constructor(one: Case, order: Order) {
    this.#case = one
    this.#order = order
    this.#clock = order.clock ?? (() => performance.now())
    this.#startedMs = this.#clock()
  }

  /** How long it has taken. */
  get ms(): number {
    return Math.round((this.#endedMs ?? this.#clock()) - this.#startedMs)
  }

  /** From the request of the first run to its first words; null where none came. */
  get firstTokenMs(): number | null {
    const words = this.runs[0]?.events.find(({ event, data }) => {
      const [message] = Array.isArray(data) ? data : []
      const isAnswer = ['ai', 'AIMessageChunk'].includes(message?.type)
      return event.startsWith('messages') && isAnswer && Boolean(message.content?.length)
    })
    return words?.at_ms ?? null
  }

  /** Rejects with an ApiError, or with the signal's reason. */
  async run(): Promise<void> {
    await this.#begin()
    for (const turn of this.#case.turns) {
      this.#order.signal.throwIfAborted()
      await this.#take(turn)
    }
    await this.#settle()
    this.#endedMs = this.#clock()
    await this.#check()
  }

  /** Stops what is still at work there, as well as it can be done. */
  async leaveBehind(signal: AbortSignal): Promise<void> {
    const { transport } = this.#order
    const thread_id = this.threadId
    if (!thread_id) return
    const ids = this.#active.flatMap(({ live }) => live.runId ?? [])
    await Promise.allSettled(
      ids.map((run_id) =>
        call(transport, cancelRun, { params: { thread_id, run_id }, query: {}, signal }),
      ),
    )
  }

  async #begin(): Promise<void> {
    const { transport, assistantId, metadata, signal } = this.#order
    const { start } = this.#case
    if (start.kind === 'empty') {
      const thread = await call(transport, createThread, { body: { metadata }, signal })
      this.threadId = thread.thread_id
      return
    }
    const { graph_id } = await findAssistant(transport, assistantId, signal)
    const updates = [{ values: start.values, as_node: '__start__' }]
    const body = { metadata: { ...metadata, graph_id }, supersteps: [{ updates }] }
    const thread = await call(transport, createThread, { body, signal })
    this.threadId = thread.thread_id
    await this.#readState()
    this.transcript.beginsWith(this.values)
  }

  async #take(turn: CaseTurn): Promise<void> {
    switch (turn.do) {
      case 'send':
        await this.#settle()
        return this.#send(turn)
      case 'expect_interrupt':
        await this.#settle()
        return this.#expect(turn)
      case 'answer':
        await this.#settle()
        return this.#answer(turn)
      case 'cancel':
        return this.#cancel(turn)
      case 'drop':
        return this.#drop(turn)
      case 'meanwhile':
        return this.#meanwhile(turn)
    }
  }

  async #send(turn: Extract<CaseTurn, { do: 'send' }>): Promise<void> {
    const text = turn.text === undefined ? null : this.#filled(turn.text)
    const message = text === null ? {} : { messages: [{ role: 'user', content: text }] }
    const { input } = turn
    const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input)
    this.transcript.said(text ?? writeJson(input))
    await this.#start({
      input: isRecord ? { ...message, ...(input as object) } : (input ?? message),
    })
  }

  #expect({ containing }: Extract<CaseTurn, { do: 'expect_interrupt' }>): void {
    const waiting = this.#waiting()
    const isThere = waiting.some(({ value }) => writeJson(value ?? null).includes(containing ?? ''))
    const words = containing ? `an interrupt asks about “${containing}”` : 'an interrupt comes'
    const found = waiting.length > 0 ? 'another interrupt' : 'no interrupt'
    this.results.push({ words, passed: isThere, ...(!isThere && { found }) })
    if (waiting.length === 0) this.transcript.happened('No interrupt came.', false)
  }

  async #answer(turn: Extract<CaseTurn, { do: 'answer' }>): Promise<void> {
    const waiting = this.#waiting()
    const chosen = chosenInterrupt(turn, waiting)
    const words = `an interrupt takes the answer ${answerWords(turn)}`
    if (!chosen) {
      this.results.push({ words, passed: false, found: 'it was not asked' })
      this.transcript.happened(
        `The case had the answer “${answerWords(turn)}” ready; it was not asked.`,
        false,
      )
      return
    }
    this.transcript.answers(chosen.place, answerWords(turn))
    await this.#start({ command: { resume: resumeWith(turn, chosen.interrupt, waiting) } })
  }

  async #cancel(turn: Extract<CaseTurn, { do: 'cancel' }>): Promise<void> {
    const { transport, signal } = this.#order
    const how = turn.action === 'rollback' ? 'Stopped and rolled back' : 'Stopped'
    const live = await this.#reached(turn.after, how)
    if (!live?.runId || !this.threadId) return
    const before = writeJson(this.values)
    const params = { thread_id: this.threadId, run_id: live.runId }
    const query = { action: turn.action, wait: true }
    await call(transport, cancelRun, { params, query, signal })
    await this.#settle()
    this.transcript.happened(`${how} ${momentWords(turn.after)}.`)
    const usual: Hold = turn.action === 'rollback' ? { run: '404', state_unchanged: true } : {}
    await this.#hold({ ...usual, ...turn.hold }, before)
  }

  async #drop(turn: Extract<CaseTurn, { do: 'drop' }>): Promise<void> {
    const live = await this.#reached(turn.after, 'The connection was dropped')
    live?.drop()
    if (live) this.transcript.happened(`The connection was dropped ${momentWords(turn.after)}.`)
  }

  async #meanwhile(turn: Extract<CaseTurn, { do: 'meanwhile' }>): Promise<void> {
    const live = await this.#reached(turn.after, 'A second message was sent')
    if (!live) return
    const text = this.#filled(turn.text)
    const { multitask_strategy } = turn
    this.transcript.said(text)
    this.transcript.happened(`Sent while the run was at work, to ${multitask_strategy}.`)
    const input = { messages: [{ role: 'user', content: text }] }
    try {
      await this.#start({ input, multitask_strategy })
    } catch (error) {
      const status = (error as { status?: number }).status
      if (multitask_strategy !== 'reject' || (status !== 409 && status !== 422)) throw error
      this.transcript.happened('The server refused it.')
    }
  }

  /** The run at work once it has come so far; null, with a failed check, when there is none or it ended before. */
  async #reached(moment: Moment, what: string): Promise<LiveRun | null> {
    const live = this.#active.at(-1)?.live
    if (live && (await live.reaches(moment))) return live
    const found = live ? 'the run had ended before' : 'there was no run'
    this.results.push({ words: `${what} ${momentWords(moment)}`, passed: false, found })
    this.transcript.happened(`${what} ${momentWords(moment)}: ${found}.`, false)
    return null
  }

  async #hold(hold: Hold, before: string): Promise<void> {
    const expect = (words: string, found: string, wanted: string) =>
      this.results.push({ words, passed: found === wanted, ...(found !== wanted && { found }) })
    if (hold.run) {
      expect(`the run answers ${hold.run} after the stop`, this.#last?.status ?? '404', hold.run)
    }
    if (hold.thread) {
      const status = await this.#threadStatus()
      expect(`the thread is ${hold.thread} after the stop`, status ?? '404', hold.thread)
    }
    if (hold.state_unchanged !== undefined) {
      const isSame = isDeepStrictEqual(this.values ?? {}, parseJson(before) ?? {})
      const word = (same: boolean) => (same ? 'unchanged' : 'changed')
      expect(
        `the state is ${word(hold.state_unchanged)} after the stop`,
        word(isSame),
        word(hold.state_unchanged),
      )
    }
  }

  async #start(work: Pick<RunCreate, 'input' | 'command' | 'multitask_strategy'>): Promise<void> {
    const { transport, assistantId, metadata, signal } = this.#order
    const { run, ended } = await LiveRun.start(transport, {
      threadId: this.threadId ?? '',
      signal,
      body: {
        assistant_id: assistantId,
        stream_mode: this.#modes(),
        stream_resumable: true,
        on_disconnect: 'continue',
        metadata,
        ...work,
      },
    })
    this.runs.push(run)
    this.#active.push({ live: run, ended })
    signal.throwIfAborted()
  }

  /** What a person's page reads, and what a turn waits for. */
  #modes(): RunCreate['stream_mode'] {
    const awaited = this.#case.turns.flatMap((turn) =>
      'after' in turn && 'event' in turn.after ? [turn.after.event] : [],
    )
    const extra = streamModes.filter((mode) => awaited.includes(mode))
    return [...new Set(['updates' as const, 'messages-tuple' as const, ...extra])]
  }

  /** Waits for what is at work, and reads what it left. */
  async #settle(): Promise<void> {
    if (this.#active.length === 0) return
    for (const { ended } of this.#active) {
      const run = await ended
      this.#last = { status: run?.status ?? null, error: run?.error ?? null }
    }
    this.#active = []
    await this.#readState()
    this.transcript.reads(this.values, this.#waiting())
  }

  async #readState(): Promise<void> {
    const { transport, signal } = this.#order
    const params = { thread_id: this.threadId ?? '' }
    this.#state = await call(transport, getThreadState, { params, signal })
    this.values = this.#state.values
  }

  #waiting() {
    return this.#state ? pendingInterrupts(this.#state) : []
  }

  async #threadStatus(): Promise<string | null> {
    const { transport, signal } = this.#order
    const params = { thread_id: this.threadId ?? '' }
    return call(transport, getThread, { params, signal }).then(
      ({ status }) => status,
      () => null,
    )
  }

  async #check(): Promise<void> {
    const { checks } = this.#case
    const tokens = this.transcript.tokens?.total_tokens ?? null
    const facts = {
      answer: this.transcript.lastAnswer,
      values: this.values,
      tools: this.transcript.tools,
      runStatus: this.#last?.status ?? null,
      threadStatus: await this.#threadStatus(),
      seconds: this.ms / 1_000,
      tokens,
    }
    const status = this.#last?.status ?? ''
    const isFailure = status === 'error' || status === 'timeout'
    if (isFailure && !checks.some((check) => check.check === 'status')) {
      const found = this.#last?.error ?? `it ended as ${status}`
      this.results.push({ words: 'the run ends well', passed: false, found })
    }
    for (const check of checks) {
      this.#order.signal.throwIfAborted()
      this.results.push(await judge(check, facts))
    }
  }

  #filled(text: string): string {
    const { variables } = this.#case
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
  }
}

/** `after node search`, `after event updates`, `after 1,5 s`. */
function momentWords(moment: Moment): string {
  if ('ms' in moment) return `after ${moment.ms / 1_000} s`
  return 'node' in moment ? `after node ${moment.node}` : `after event ${moment.event}`
}
