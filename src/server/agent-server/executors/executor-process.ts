import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LogLevel } from '../../../contract/control-plane/revisions.ts'
import type {
  Call,
  ChildMessage,
  EventMessage,
  ParentMessage,
  RunEnd,
  RunOrder,
  StoreCall,
  StoreResult,
} from '../../executor/protocol.ts'
import { readLines } from './output-lines.ts'
import { limitedCommand, type ProcessLimits, watchMemory } from './process-limits.ts'

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

const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot']

/** A child process that holds one revision's graphs. Nothing that it does or says breaks this side. */
export class ExecutorProcess {
  readonly #child: ChildProcess
  readonly #listener: ExecutorListener
  readonly #calls = new Map<number, { resolve(json: string): void; reject(error: Error): void }>()
  #lastCall = 0
  #isAsked = false
  #isTooLarge = false
  #isGarbled = false
  #hasExited = false
  readonly exited: Promise<void>

  constructor(
    directory: string,
    env: Record<string, string>,
    limits: ProcessLimits,
    listener: ExecutorListener,
  ) {
    this.#listener = listener
    const kept = inherited.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
    const boot = fileURLToPath(new URL('../../executor/boot.mjs', import.meta.url))
    this.#child = fork(boot, [String(process.pid)], {
      ...limitedCommand(limits),
      serialization: 'advanced',
      cwd: directory,
      env: { ...env, ...Object.fromEntries(kept) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const stopWatching = watchMemory(this.#child.pid, limits, () => {
      this.#isTooLarge = true
      this.kill()
    })
    const { stdout, stderr } = this.#child
    if (stdout) readLines(stdout, (line, runId) => listener.onLog('INFO', line, runId))
    if (stderr) readLines(stderr, (line, runId) => listener.onLog('WARNING', line, runId))
    this.#child.on('message', (message) => {
      this.#receive(message as ChildMessage).catch((error: unknown) => {
        // User code shares the line and can send whatever it likes over it, as often as it likes.
        if (this.#isGarbled) return
        this.#isGarbled = true
        listener.onLog('ERROR', `A message of the agent's process was not understood: ${error}`)
      })
    })
    this.exited = new Promise((resolve) => {
      const onGone = (reason: string) => {
        if (this.#hasExited) return
        this.#hasExited = true
        stopWatching()
        for (const call of this.#calls.values()) call.reject(new ExecutorGoneError(reason))
        this.#calls.clear()
        resolve()
        listener.onExit(reason, this.#isAsked)
      }
      this.#child.on('error', (error) =>
        onGone(`The process could not be started: ${error.message}`),
      )
      this.#child.on('exit', (code, signal) =>
        onGone(
          // Node ends itself with SIGABRT when its heap is full.
          limits.memory_mb && (this.#isTooLarge || signal === 'SIGABRT')
            ? `The process of the agent used more memory than its limit of ${limits.memory_mb} MB (resource_spec) and was ended.`
            : signal
              ? `The process of the agent was ended by ${signal}.`
              : `The process of the agent exited with code ${code}.`,
        ),
      )
    })
  }

  /** Null when it could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null
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
      this.#send({ kind: 'call', id, body })
    })
  }

  start(order: RunOrder): void {
    this.#send({ kind: 'start', order })
  }

  abort(runId: string): void {
    this.#send({ kind: 'abort', run_id: runId })
  }

  /** Ends the process now, as asked: it is not a crash. */
  async stop(): Promise<void> {
    this.#isAsked = true
    this.kill()
    await this.exited
  }

  /** Ends the process because it does not obey; counts as a crash. */
  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #send(message: ParentMessage): void {
    if (!this.#child.connected) return
    this.#child.send(message, (error) => {
      // A broken line means that the process is ending; its exit is what gets reported.
      if (error && !this.#hasExited) this.#child.kill('SIGKILL')
    })
  }

  async #receive(message: ChildMessage): Promise<void> {
    if (this.#hasExited) return
    if (message.kind === 'answer' || message.kind === 'failure') {
      const call = this.#calls.get(message.id)
      this.#calls.delete(message.id)
      if (message.kind === 'answer') return call?.resolve(message.json)
      if (message.stack) this.#listener.onLog('ERROR', message.stack)
      return call?.reject(new Error(message.message))
    }
    if (message.kind === 'events') {
      const { run_id, bytes, events } = message
      if (!events.every(isEvent)) throw new Error('an event has no name or no data')
      await this.#listener.onEvents(run_id, events)
      return this.#send({ kind: 'taken', run_id, bytes })
    }
    if (message.kind === 'ended') {
      if (message.stack) this.#listener.onLog('ERROR', message.stack, message.run_id)
      return this.#listener.onEnded(message.run_id, message.end)
    }
    if (message.kind !== 'store') throw new Error('it is of no known kind')
    const { id } = message
    try {
      this.#send({ kind: 'stored', id, result: await this.#listener.store(message.body) })
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      this.#send({ kind: 'store-failed', id, message: text })
    }
  }
}

function isEvent(event: EventMessage): boolean {
  return typeof event.event === 'string' && typeof event.data === 'string'
}
