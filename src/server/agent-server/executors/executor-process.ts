import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import type { CheckpointCall, StoreResult } from '../../executor/protocol/checkpoint-calls.ts'
import type { LeaseSpan } from '../../executor/protocol/lease-span.ts'
import type { Call, ChildMessage } from '../../executor/protocol/messages.ts'
import type { EventMessage, RunEnd, RunOrder } from '../../executor/protocol/run-order.ts'
import type { ToldSpan, ToldUsage } from '../../executor/protocol/told-work.ts'
import type { TextParts } from '../../http/text-stream.ts'
import type { Enclose } from '../../isolation/isolation.ts'
import { asItIs } from '../../isolation/no-isolation.ts'
import { type ProcessLimits, watchMemory } from '../../isolation/process-limits.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import { OwnKeys } from '../own-requests/own-keys.ts'
import { userIn } from '../user-config.ts'
import { AppRequests } from './app-requests.ts'
import { GivenWork } from './given-work.ts'
import type { ExecutorLine, LineEnd, LineProgress } from './line/line.ts'
import { openNodeLine } from './line/node-line.ts'
import { openPythonLine } from './line/python-line.ts'
import { LongAnswer, wholeOf } from './long-answer.ts'
import { type OutputLine, readLines } from './output-lines.ts'
import type { ScopedStoreCall, StoreScope } from './store-scope.ts'
import { type CallMessage, isOfApp, isOfCall, tokenOf, toldMessage } from './told-message.ts'

/** The attempt that a message is about, by its token: a process may still tell of one whose run is tried again. */
export interface ToldAttempt {
  run_id: string
  token: string
}

/** What an executor tells while it works. */
export interface ExecutorListener {
  /** `dropped`: the line stands where so many others were not taken. */
  onLog(level: LogLevel, message: string, runId?: string, dropped?: number): void
  /** Resolves when the events are kept, so that the run may send more. */
  onEvents(attempt: ToldAttempt, events: EventMessage[]): Promise<void>
  onUsage(attempt: ToldAttempt, usage: ToldUsage): void
  onSpan(attempt: ToldAttempt, span: ToldSpan): void
  /** For how long the run is this server's; null when it is not, or not the attempt's. Never rejects. */
  onHold(attempt: ToldAttempt): Promise<LeaseSpan | null>
  onEnded(attempt: ToldAttempt, end: RunEnd): void
  store(body: ScopedStoreCall): Promise<StoreResult>
  /** Once, with words for why; `isAsked` when `stop` or `kill` made it end. */
  onExit(reason: string, isAsked: boolean): void
}

/** A call that was not answered in words of the executor: the process ended or is too busy. */
export class ExecutorGoneError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ExecutorGoneError'
  }
}

/** The process is there, and did not answer in time. */
export class NoAnswerError extends ExecutorGoneError {}

/** A call that does not fit what it asks about, in words of the executor. */
export class RefusedCallError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedCallError'
  }
}

type PendingCall = Pick<LongAnswer, 'take' | 'fail'>

const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']

/** A child process that holds one revision's graphs. Nothing that it does or says breaks this side. */
export class ExecutorProcess {
  readonly #line: ExecutorLine
  readonly #listener: ExecutorListener
  readonly #work = new GivenWork()
  readonly #calls = new Map<string, PendingCall>()
  /** What was refused is told once of each kind. */
  readonly #refused = new Set<string>()
  #isAsked = false
  #isTooLarge = false
  /** Why it is ended, where its end alone does not tell. */
  #why: string | null = null
  /** Words for why it is gone; null while it is there. */
  #gone: string | null = null
  readonly exited: Promise<void>
  /** Requests to the project's own app. */
  readonly app: AppRequests
  /** By which its code may ask the agent server of its own deployment. */
  readonly keys = new OwnKeys()

  /**
   * `python`: the interpreter of the graphs' environment; they are JavaScript where it is null, run by `node`, or by
   * the server's own where that is null.
   */
  constructor(
    directory: string,
    env: Record<string, string>,
    limits: ProcessLimits,
    listener: ExecutorListener,
    python: string | null = null,
    enclose: Enclose = asItIs,
    node: string | null = null,
  ) {
    this.#listener = listener
    const kept = machineEnvironment((name) => inherited.includes(name))
    const start = { directory, env: { ...env, ...kept }, limits, enclose }
    let onEnd: (end: LineEnd) => void = () => {}
    const lineListener = {
      onMessage: (told: unknown) => {
        try {
          this.#receive(told)
        } catch (error) {
          this.#notUnderstood(error)
        }
      },
      onBroken: (problem: string) => {
        listener.onLog(
          'ERROR',
          `The line to the agent's process is broken, so that the process is ended: ${problem}. Code of the agent may have written to descriptor 3.`,
        )
        this.kill()
      },
      onEnd: (end: LineEnd) => onEnd(end),
    }
    this.app = new AppRequests((message) => this.#line.send(message), this.#work, this.keys)
    this.#line = python
      ? openPythonLine({ ...start, python }, lineListener)
      : openNodeLine({ ...start, node: node ?? process.execPath }, lineListener)
    const stopWatching = watchMemory(this.#line.pid ?? undefined, limits, () => {
      this.#isTooLarge = true
      this.kill()
    })
    const { stdout, stderr } = this.#line
    const toLog = (ofStream: LogLevel) => (line: OutputLine) => {
      const runId = this.#work.find(line.token)?.scope?.run_id ?? undefined
      listener.onLog(line.level ?? ofStream, line.text, runId, line.dropped)
    }
    if (stdout) readLines(stdout, toLog('INFO'))
    if (stderr) readLines(stderr, toLog('WARNING'))
    this.exited = new Promise((resolve) => {
      onEnd = (end) => {
        if (this.#gone !== null) return
        stopWatching()
        // Node ends itself with SIGABRT when its heap is full.
        const hasFullHeap = !python && 'signal' in end && end.signal === 'SIGABRT'
        const isTooLarge = limits.memory_mb && (this.#isTooLarge || hasFullHeap)
        const reason = isTooLarge
          ? `The process of the agent used more memory than its limit of ${limits.memory_mb} MB (resource_spec, or the share of the machine that QUARTERDECK_AGENT_MEMORY_PERCENT gives) and was ended.`
          : (this.#why ?? reasonOf(end))
        this.#gone = reason
        for (const call of [...this.#calls.values()]) call.fail(new ExecutorGoneError(reason))
        this.#calls.clear()
        this.app.failAll(reason)
        resolve()
        listener.onExit(reason, this.#isAsked)
      }
    })
  }

  /** Null when it could not be started. */
  get pid(): number | null {
    return this.#line.pid
  }

  /** How far what it tells was read. */
  get progress(): LineProgress {
    return this.#line.progress()
  }

  /** Asks and resolves with JSON text. Rejects with the executor's sentence, or an ExecutorGoneError. */
  async call(body: Call, timeoutMs: number): Promise<string> {
    return wholeOf(await this.callInParts(body, timeoutMs))
  }

  /**
   * As `call`, for what may be long: resolves with the whole, or as soon as there is a first part. Each part is waited
   * for as long. `onEnd` is called once, when nothing more is to come.
   */
  callInParts(
    body: Call,
    timeoutMs: number,
    onEnd: () => void = () => {},
  ): Promise<string | TextParts> {
    const id = this.#work.give(scopeOf(body))
    let timer: NodeJS.Timeout | undefined
    const answer = new LongAnswer(
      (isWanted) => {
        this.#line.send({ kind: 'more', id, is_wanted: isWanted })
        if (isWanted) wait()
      },
      () => {
        clearTimeout(timer)
        this.#calls.delete(id)
        this.#work.end(id)
        onEnd()
      },
    )
    const wait = () => {
      timer = setTimeout(() => {
        const seconds = Math.round(timeoutMs / 1000)
        answer.fail(new NoAnswerError(`The agent's process did not answer within ${seconds} s.`))
      }, timeoutMs)
    }
    if (this.#gone !== null) answer.fail(new ExecutorGoneError(this.#gone))
    else {
      this.#calls.set(id, {
        take: (text, isLast) => {
          clearTimeout(timer)
          answer.take(text, isLast)
        },
        fail: (error) => answer.fail(error),
      })
      wait()
      this.#line.send({ kind: 'call', id, body })
    }
    return answer.begun()
  }

  /** Answers the token of the attempt. */
  start(order: RunOrder): string {
    const { run_id, thread_id, attempt } = order
    const token = this.#work.give({ run_id, thread_id, attempt })
    this.keys.add(token, userIn(order.config) ?? null)
    this.#line.send({ kind: 'start', token, order })
    return token
  }

  /** Stops an attempt, by its token. */
  abort(token: string): void {
    this.#line.send({ kind: 'abort', token })
  }

  /** Ends the process now, as asked: it is not a crash. */
  async stop(): Promise<void> {
    this.#isAsked = true
    this.kill()
    await this.exited
  }

  /** Ends the process because it does not obey; counts as a crash. @param why a sentence, where one tells more than its end */
  kill(why: string | null = null): void {
    this.#why ??= why
    this.#line.kill()
  }

  /** User code shares the process and may send whatever it likes, as often as it likes. */
  #receive(told: unknown): void {
    if (this.#gone !== null) return
    const message = toldMessage(told)
    if (!message) this.#notUnderstood('it is of no known kind and shape')
    else if (message.kind === 'store' && message.body.call === 'items') {
      void this.#answerStore(message.id, message.body)
    } else this.#receiveOf(message, this.#work.find(tokenOf(message)))
  }

  /** `work`: what the token of the message was given with. */
  #receiveOf(message: ChildMessage, work: ReturnType<GivenWork['find']>): void {
    if (!work) {
      const sentence = `A message “${message.kind}” of the agent’s process was refused: it does not show the token of anything that the process was asked to do.`
      this.#refuse(message.kind, sentence)
    } else if (work.isOver) this.#receiveLate(message)
    else if (isOfApp(message)) this.app.receive(message)
    else if (isOfCall(message)) this.#receiveAnswer(message)
    else if (message.kind === 'store') {
      const body = message.body as CheckpointCall
      if (work.scope) void this.#answerStore(message.id, { ...body, scope: work.scope })
      // Only an attempt has any of the others.
    } else if (work.scope?.run_id) this.#receiveOfRun(message, work.scope.run_id)
  }

  #notUnderstood(problem: unknown): void {
    this.#refuse('', `A message of the agent’s process was not understood: ${problem}`)
  }

  #refuse(kind: string, sentence: string): void {
    if (this.#refused.has(kind)) return
    this.#refused.add(kind)
    this.#listener.onLog('ERROR', sentence)
  }

  /** Of what is over, or nobody waits for any more. */
  #receiveLate(message: ChildMessage): void {
    if (message.kind === 'part') {
      this.#line.send({ kind: 'more', id: message.id, is_wanted: false })
    } else if (message.kind === 'store') {
      this.#line.send({ kind: 'store-failed', id: message.id, message: lateSentence })
    }
  }

  #receiveAnswer(message: CallMessage): void {
    const call = this.#calls.get(message.id)
    if (message.kind === 'part') call?.take(message.text, false)
    else if (message.kind === 'answer') call?.take(message.json, true)
    else {
      if (message.stack) this.#listener.onLog('ERROR', message.stack)
      const { message: sentence, is_refused } = message
      call?.fail(is_refused ? new RefusedCallError(sentence) : new Error(sentence))
    }
  }

  #receiveOfRun(message: RunMessage, run_id: string): void {
    const { token } = message
    const attempt = { run_id, token }
    if (message.kind === 'events') {
      const { bytes, events } = message
      // It never rejects.
      void this.#listener.onEvents(attempt, events).then(() => {
        this.#line.send({ kind: 'taken', token, bytes })
      })
    } else if (message.kind === 'usage') this.#listener.onUsage(attempt, message.usage)
    else if (message.kind === 'span') this.#listener.onSpan(attempt, message.span)
    else if (message.kind === 'hold') {
      void this.#listener.onHold(attempt).then((span) => {
        if (!span) return
        this.#line.send({ kind: 'held', token, for_ms: span.until - Date.now() })
      })
    } else {
      this.#work.end(token)
      if (message.stack) this.#listener.onLog('ERROR', message.stack, run_id)
      this.#listener.onEnded(attempt, message.end)
    }
  }

  async #answerStore(id: string, body: ScopedStoreCall): Promise<void> {
    try {
      this.#line.send({ kind: 'stored', id, result: await this.#listener.store(body) })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      this.#line.send({ kind: 'store-failed', id, message: text })
    }
  }
}

const lateSentence = 'What the store was asked for is over; it cannot be asked any more.'

/** Of the thread that a call names, it may read. */
function scopeOf(body: Call): StoreScope | null {
  return 'thread_id' in body ? { thread_id: body.thread_id, run_id: null } : null
}

function reasonOf(end: LineEnd): string {
  if ('error' in end) return `The process could not be started: ${end.error.message}`
  return end.signal
    ? `The process of the agent was ended by ${end.signal}.`
    : `The process of the agent exited with code ${end.code}.`
}

type RunMessage = Extract<ChildMessage, { kind: 'events' | 'usage' | 'span' | 'hold' | 'ended' }>
