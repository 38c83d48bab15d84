import type { ProcessToPrepare } from '../../cluster/agent-host.ts'
import { type ExecutorListener, ExecutorProcess } from './executor-process.ts'

const prepareTimeoutMs = 60_000

/** What decides whether one process can stand for another. */
export type ProcessStart = Omit<ProcessToPrepare, 'deployment_id' | 'libraries'>

/**
 * A process that was started before there is anything to load, with its libraries imported. Whoever takes it gets
 * a process that loads only what is the project's own.
 */
export class SpareProcess {
  readonly #key: string
  readonly #libraries: string
  readonly #process: ExecutorProcess
  #listener: ExecutorListener | null = null
  #isGone = false
  /** With whether it is there, once all that can be is imported. */
  readonly prepared: Promise<boolean>
  isPreparing = true

  constructor({ libraries, ...start }: ProcessToPrepare) {
    this.#key = keyOf(start)
    this.#libraries = namesOf(libraries)
    const { directory, env, limits, python, node } = start
    const listener: ExecutorListener = {
      // Before it is taken nothing of it is anybody's.
      onLog: (...line) => this.#listener?.onLog(...line),
      onEvents: async (attempt, events) => this.#listener?.onEvents(attempt, events),
      onUsage: (attempt, usage) => this.#listener?.onUsage(attempt, usage),
      onSpan: (attempt, span) => this.#listener?.onSpan(attempt, span),
      onHold: async (attempt) => (await this.#listener?.onHold(attempt)) ?? null,
      onEnded: (attempt, end) => this.#listener?.onEnded(attempt, end),
      store: async (body) => {
        if (this.#listener) return this.#listener.store(body)
        throw new Error('Nothing is kept before a project is loaded.')
      },
      onExit: (reason, isAsked) => {
        this.#isGone = true
        this.#listener?.onExit(reason, isAsked)
      },
    }
    this.#process = new ExecutorProcess(directory, env, limits, listener, python, undefined, node)
    this.prepared = this.#process
      .call({ call: 'prepare', libraries: [...libraries] }, prepareTimeoutMs)
      // One that cannot be prepared is found out when something is loaded.
      .catch(() => undefined)
      .then(() => {
        this.isPreparing = false
        return !this.#isGone
      })
  }

  fits(start: ProcessStart): boolean {
    return !this.#isGone && this.#key === keyOf(start)
  }

  isFor({ libraries, ...start }: ProcessToPrepare): boolean {
    return this.fits(start) && this.#libraries === namesOf(libraries)
  }

  /** The process, told about to `listener` from now on. */
  take(listener: ExecutorListener): ExecutorProcess {
    this.#listener = listener
    return this.#process
  }

  async stop(): Promise<void> {
    if (!this.#listener) await this.#process.stop()
  }
}

function keyOf({ directory, env, limits, python, node, stamp }: ProcessStart): string {
  const entries = Object.entries(env).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([directory, entries, limits, python, node, stamp])
}

function namesOf(libraries: ProcessToPrepare['libraries']): string {
  return [...new Set(libraries.map(({ name }) => name))].sort().join(' ')
}
