import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import type {
  Call,
  ChildMessage,
  EventMessage,
  RunEnd,
  RunOrder,
  StoreCall,
  StoreResult,
} from '../../executor/protocol.ts'
import { machineEnvironment } from '../../machine-environment.ts'
import type { Line, LineEnd } from './line/line.ts'
import { openNodeLine } from './line/node-line.ts'
import { openPythonLine } from './line/python-line.ts'
import { readLines } from './output-lines.ts'
import { type ProcessLimits, watchMemory } from './process-limits.ts'

/** What an executor tells while it works. */
export interface ExecutorListener {
  onLog(level: LogLevel, message: string, runId?: string): void
  /** Resolves when the events are kept, so that the run may send more. */
  onEvents(runId: string, events: EventMessage[]): Promise<void>
  onEnded(runId: string, end: RunEnd): void
  store(body: StoreCall): Promise<StoreResult>
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

/** A call that does not fit what it asks about, in words of the executor. */
export class RefusedCallError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedCallError'
  }
}

const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']

/** A child process that holds one revision's graphs. Nothing that it does or says breaks this side. */
export class ExecutorProcess {
  readonly #line: Line
  readonly #listener: ExecutorListener
  readonly #calls = new Map<number, { resolve(json: string): void; reject(error: Error): void }>()
  #lastCall = 0
  #isAsked = false
  #isTooLarge = false
  #isGarbled = false
  #hasExited = false
  readonly exited: Promise<void>

  /** `python`: the interpreter of the graphs' environment; they are JavaScript where it is null. */
  constructor(
    directory: string,
    env: Record<string, string>,
    limits: ProcessLimits,
    listener: ExecutorListener,
    python: string | null = null,
  ) {
    this.#listener = listener
    const kept = machineEnvironment((name) => inherited.includes(name))
    const start = { directory, env: { ...env, ...kept }, limits }
    let onEnd: (end: LineEnd) => void = () => {}
    const lineListener = {
      onMessage: (message: unknown) => {
        // The receiver checks what it reads.
        this.#receive(message as ChildMessage).catch((error: unknown) => this.#notUnderstood(error))
      },
      onBroken: (problem: string) => {
        listener.onLog('ERROR', `The line to the agent's process is broken: ${problem}.`)
        this.kill()
      },
      onEnd: (end: LineEnd) => onEnd(end),
    }
    this.#line = python
      ? openPythonLine({ ...start, python }, lineListener)
      : openNodeLine(start, lineListener)
    const stopWatching = watchMemory(this.#line.pid ?? undefined, limits, () => {
      this.#isTooLarge = true
      this.kill()
    })
    const { stdout, stderr } = this.#line
    if (stdout) readLines(stdout, (line, runId) => listener.onLog('INFO', line, runId))
    if (stderr) readLines(stderr, (line, runId) => listener.onLog('WARNING', line, runId))
    this.exited = new Promise((resolve) => {
      onEnd = (end) => {
        if (this.#hasExited) return
        this.#hasExited = true
        stopWatching()
        // Node ends itself with SIGABRT when its heap is full.
        const hasFullHeap = !python && 'signal' in end && end.signal === 'SIGABRT'
        const isTooLarge = limits.memory_mb && (this.#isTooLarge || hasFullHeap)
        const reason = isTooLarge
          ? `The process of the agent used more memory than its limit of ${limits.memory_mb} MB (resource_spec) and was ended.`
          : reasonOf(end)
        for (const call of this.#calls.values()) call.reject(new ExecutorGoneError(reason))
        this.#calls.clear()
        resolve()
        listener.onExit(reason, this.#isAsked)
      }
    })
  }

  /** Null when it could not be started. */
  get pid(): number | null {
    return this.#line.pid
  }

  /** Asks and resolves with JSON text. Rejects with the executor's sentence, or an ExecutorGoneError. */
  call(body: Call, timeoutMs: number): Promise<string> {
    this.#lastCall += 1
    const id = this.#lastCall
    return new Promise((resolve, reject) => {
      if (this.#hasExited) return reject(new ExecutorGoneError('The process of the agent is gone.'))
      const timer = setTimeout(() => {
        this.#calls.delete(id)
        const seconds = Math.round(timeoutMs / 1000)
        reject(new ExecutorGoneError(`The agent's process did not answer within ${seconds} s.`))
      }, timeoutMs)
      this.#calls.set(id, {
        resolve: (json) => {
          clearTimeout(timer)
          resolve(json)
        },
        reject: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      })
      this.#line.send({ kind: 'call', id, body })
    })
  }

  start(order: RunOrder): void {
    this.#line.send({ kind: 'start', order })
  }

  abort(runId: string): void {
    this.#line.send({ kind: 'abort', run_id: runId })
  }

  /** Ends the process now, as asked: it is not a crash. */
  async stop(): Promise<void> {
    this.#isAsked = true
    this.kill()
    await this.exited
  }

  /** Ends the process because it does not obey; counts as a crash. */
  kill(): void {
    this.#line.kill()
  }

  /** User code may share the line and can send whatever it likes over it, as often as it likes. */
  #notUnderstood(error: unknown): void {
    if (this.#isGarbled) return
    this.#isGarbled = true
    const problem = `A message of the agent's process was not understood: ${error}`
    this.#listener.onLog('ERROR', problem)
  }

  async #receive(message: ChildMessage): Promise<void> {
    if (this.#hasExited) return
    if (message.kind === 'answer' || message.kind === 'failure') {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if (message.kind === 'answer') return call?.resolve(message.json)
      if (message.stack) this.#listener.onLog('ERROR', message.stack)
      const { message: sentence, is_refused } = message
      return call?.reject(is_refused ? new RefusedCallError(sentence) : new Error(sentence))
    }
    if (message.kind === 'events') {
      const { run_id, bytes, events } = message
      if (!events.every(isEvent)) throw new Error('an event has no name or no data')
      await this.#listener.onEvents(run_id, events)
      return this.#line.send({ kind: 'taken', run_id, bytes })
    }
    if (message.kind === 'ended') {
      if (message.stack) this.#listener.onLog('ERROR', message.stack, message.run_id)
      return this.#listener.onEnded(message.run_id, message.end)
    }
    if (message.kind !== 'store') throw new Error('it is of no known kind')
    const { id } = message
    try {
      this.#line.send({ kind: 'stored', id, result: await this.#listener.store(message.body) })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      this.#line.send({ kind: 'store-failed', id, message: text })
    }
  }
}

function reasonOf(end: LineEnd): string {
  if ('error' in end) return `The process could not be started: ${end.error.message}`
  return end.signal
    ? `The process of the agent was ended by ${end.signal}.`
    : `The process of the agent exited with code ${end.code}.`
}

function isEvent(event: EventMessage): boolean {
  return typeof event.event === 'string' && typeof event.data === 'string'
}
