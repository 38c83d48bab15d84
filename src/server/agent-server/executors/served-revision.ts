import type { LoadableRevision } from '../../cluster/agent-host.ts'
import type { RunOrder } from '../../executor/protocol.ts'
import type { ExecutorOwner } from './executor-event.ts'
import { ExecutorGoneError, ExecutorProcess } from './executor-process.ts'
import type { ProcessLimits } from './process-limits.ts'

const loadTimeoutMs = 60_000
const unlimited: ProcessLimits = { memory_mb: null, cpus: null }
const callTimeoutMs = 30_000
/** How long a request waits for a process that is being started again. */
const restartPatienceMs = 10_000
const firstRestartMs = 250
const slowestRestartMs = 30_000
/** A process that lived this long is started again without delay. */
const steadyMs = 60_000

/**
 * A revision with its executor. While it is kept it has a process: one that crashes is started
 * again, with growing pauses. Once it is retired it ends as soon as its last run has.
 */
export class ServedRevision {
  readonly revision: LoadableRevision
  readonly #owner: ExecutorOwner
  readonly #runs = new Set<string>()
  #process: ExecutorProcess | null = null
  #isReady = false
  #isKept = false
  #isRetired = false
  #isStopped = false
  #crashes = 0
  #restarts = 0
  #startedAt = 0
  #restart: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  #onStopped: () => void = () => {}

  constructor(revision: LoadableRevision, owner: ExecutorOwner) {
    this.revision = revision
    this.#owner = owner
  }

  get canRun(): boolean {
    return this.#isReady && !this.#isRetired
  }

  /** The process as it is at this moment; null while there is none. */
  get process(): { running: ExecutorProcess; isReady: boolean; startedAt: Date } | null {
    if (!this.#process) return null
    const startedAt = new Date(performance.timeOrigin + this.#startedAt)
    return { running: this.#process, isReady: this.#isReady, startedAt }
  }

  /** How often the process was started again after a crash. */
  get restarts(): number {
    return this.#restarts
  }

  /** Starts the process and loads every graph. Rejects with a sentence; then there is no process. */
  async load(): Promise<string[]> {
    const process = this.#fork()
    try {
      const { directory, graphs, load_timeout_ms } = this.revision
      const loaded = JSON.parse(
        await process.call({ call: 'load', directory, graphs }, load_timeout_ms ?? loadTimeoutMs),
      ) as string[]
      await process.call({ call: 'ping' }, callTimeoutMs)
      this.#isReady = true
      this.#wakeAll()
      return loaded
    } catch (error) {
      await process.stop()
      throw error
    }
  }

  /** From now on a crash is followed by a new start. */
  keep(): void {
    this.#isKept = true
  }

  /** Takes no new runs. Resolves when the last one has ended and the process is gone. */
  retire(): Promise<void> {
    this.#isRetired = true
    this.#isKept = false
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve
    })
    this.#stopIfDone()
    return stopped
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#isReady = false
    clearTimeout(this.#restart)
    this.#wakeAll()
    await this.#process?.stop()
    this.#onStopped()
  }

  /** Holds a place for a run, so that the process is not retired before it starts. */
  reserve(runId: string): boolean {
    if (!this.canRun) return false
    this.#runs.add(runId)
    return true
  }

  /** Gives the place of a run back that is not started here after all. */
  release(runId: string): void {
    this.#runs.delete(runId)
    this.#stopIfDone()
  }

  /** Hands a run with a place to the process. */
  start(order: RunOrder): void {
    if (this.#runs.has(order.run_id)) this.#process?.start(order)
  }

  abort(runId: string): void {
    if (this.#runs.has(runId)) this.#process?.abort(runId)
  }

  /** Ends a process that does not stop a run; it counts as a crash for its other runs. */
  kill(): void {
    this.#process?.kill()
  }

  /**
   * Asks for something to be read. Waits for a process that is being started again, for a while.
   * Rejects with an ExecutorGoneError when there is none, otherwise with the executor's sentence.
   */
  async read(body: Parameters<ExecutorProcess['call']>[0]): Promise<string> {
    if (!this.#isReady && !this.#isStopped) await this.#becomesReady()
    if (!this.#isReady || !this.#process) {
      throw new ExecutorGoneError('The process of the agent is not up.')
    }
    return this.#process.call(body, callTimeoutMs)
  }

  #becomesReady(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, restartPatienceMs)
      this.#waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #fork(): ExecutorProcess {
    const { directory, env, limits = unlimited, python = null, onLog } = this.revision
    this.#startedAt = performance.now()
    const process = new ExecutorProcess(
      directory,
      env,
      limits,
      {
        onLog,
        onEvents: async (runId, events) => {
          if (!this.#runs.has(runId)) return
          await this.#owner.onEvent({ kind: 'events', run_id: runId, events })
        },
        store: (body) => this.#owner.store(this.revision.deployment_id, body),
        onEnded: (runId, end) => {
          if (!this.#runs.has(runId)) return
          void this.#owner.onEvent({ kind: 'ended', run_id: runId, end })
          this.release(runId)
        },
        onExit: (reason, isAsked) => this.#onExit(reason, isAsked),
      },
      python,
    )
    this.#process = process
    return process
  }

  #onExit(reason: string, isAsked: boolean): void {
    const wasReady = this.#isReady
    this.#process = null
    this.#isReady = false
    const lost = [...this.#runs]
    this.#runs.clear()
    if (!isAsked) this.revision.onLog('ERROR', reason)
    if (lost.length > 0) void this.#owner.onEvent({ kind: 'lost', run_ids: lost })
    if (wasReady && this.#isKept && !this.#isStopped) this.#planRestart()
    this.#stopIfDone()
  }

  #stopIfDone(): void {
    if (this.#isRetired && !this.#isStopped && this.#runs.size === 0) void this.stop()
  }

  #planRestart(): void {
    if (performance.now() - this.#startedAt > steadyMs) this.#crashes = 0
    const pause = this.#crashes === 0 ? 0 : firstRestartMs * 2 ** this.#crashes
    this.#crashes += 1
    this.#restart = setTimeout(
      () => {
        this.revision.onLog('INFO', 'Starting the process of the agent again.')
        this.#restarts += 1
        this.load().then(
          () => {
            const { deployment_id } = this.revision
            void this.#owner.onEvent({ kind: 'ready', deployment_id })
          },
          (error: unknown) => {
            const message = error instanceof Error ? error.message : String(error)
            this.revision.onLog('ERROR', message)
            if (this.#isKept && !this.#isStopped) this.#planRestart()
          },
        )
      },
      Math.min(pause, slowestRestartMs),
    )
  }
}
