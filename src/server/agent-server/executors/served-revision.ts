import type { LoadableRevision, Outage } from '../../cluster/agent-host.ts'
import type { Call } from '../../executor/protocol/messages.ts'
import type { AuthRequest } from '../../executor/protocol/project-requests.ts'
import type { RunOrder } from '../../executor/protocol/run-order.ts'
import type { TextParts } from '../../http/text-stream.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import { ofWorkingFolder } from '../../isolation/no-isolation.ts'
import type { ProcessLimits } from '../../isolation/process-limits.ts'
import { openOwnDoor } from '../own-requests/own-door.ts'
import type { PassedRequest } from '../own-requests/passed-request.ts'
import type { ExecutorOwner, RunTold } from './executor-event.ts'
import {
  ExecutorGoneError,
  type ExecutorListener,
  ExecutorProcess,
  NoAnswerError,
  type ToldAttempt,
} from './executor-process.ts'
import type { ExecutorWaits } from './executor-waits.ts'
import { askWhatIsLoaded, type LoadedProject, loadOrderOf, notLoadedWithin } from './load-order.ts'
import { checkFolder, downInWords } from './outage.ts'
import { Readiness } from './readiness.ts'
import { Revival } from './revival.ts'
import type { SpareProcesses } from './spare-processes.ts'

const unlimited: ProcessLimits = { memory_mb: null, cpus: null }
/** How long an answer that has begun may go on after its revision was retired. */
const lingerMs = 120_000

/**
 * A revision with its executor. While it is kept it has a process: one that crashes is started
 * again, with growing pauses. Once it is retired it ends as soon as its last run has and all that was asked of it
 * is answered.
 */
export class ServedRevision {
  readonly revision: LoadableRevision
  readonly #owner: ExecutorOwner
  readonly #isolation: Isolation
  readonly #waits: ExecutorWaits
  /** Processes that were started ahead; its first one, if one fits. */
  #spares: SpareProcesses | undefined
  /** The runs that have a place here, each with the token of the attempt that was started; null before that. */
  readonly #runs = new Map<string, string | null>()
  /** How many requests count on it. */
  #asked = 0
  #isOverdue = false
  #linger: NodeJS.Timeout | undefined
  #process: ExecutorProcess | null = null
  #isReady = false
  #loaded: LoadedProject = { inputs: {}, appReach: [] }
  #isKept = false
  #isRetired = false
  #isStopped = false
  readonly #revival: Revival
  readonly #ready = new Readiness()
  #startedAt = 0
  #onStopped: () => void = () => {}

  constructor(
    revision: LoadableRevision,
    owner: ExecutorOwner,
    isolation: Isolation,
    waits: ExecutorWaits,
    spares?: SpareProcesses,
  ) {
    this.#spares = spares
    this.revision = revision
    this.#owner = owner
    this.#isolation = isolation
    this.#waits = waits
    const { deployment_id } = revision
    this.#revival = new Revival(revision, waits.restartPauseMs, {
      load: () => this.load(),
      isWanted: () => this.#isKept && !this.#isStopped,
      onDown: (isFirstFailure) => {
        // Whoever waits for it waits in vain.
        if (isFirstFailure) this.#ready.wakeAll()
        void owner.onEvent({ kind: 'down', deployment_id, isFirstFailure })
      },
      onUp: () => void owner.onEvent({ kind: 'ready', deployment_id }),
    })
  }

  get canRun(): boolean {
    return this.#isReady && !this.#isRetired
  }

  /** What its process has told of the project. */
  get loaded(): LoadedProject {
    return this.#loaded
  }

  /** The process as it is at this moment; null while there is none. */
  get process(): { running: ExecutorProcess; isReady: boolean; startedAt: Date } | null {
    if (!this.#process) return null
    const startedAt = new Date(performance.timeOrigin + this.#startedAt)
    return { running: this.#process, isReady: this.#isReady, startedAt }
  }

  /** How often the process was started again after a crash. */
  get restarts(): number {
    return this.#revival.tries
  }

  /** Since when and why it does not serve any more; null while it does. */
  get outage(): Outage | null {
    return this.#revival.outage
  }

  /** What its process may use: what nothing is said of is limited by the server, but for a working folder. */
  get limits(): ProcessLimits {
    const { memory_mb, cpus } = this.revision.limits ?? unlimited
    if (this.revision.working_folder) return { memory_mb, cpus }
    return { memory_mb: memory_mb ?? this.#isolation.memoryMb, cpus }
  }

  /** How its process is kept apart from the server. */
  get keptApart(): Pick<Isolation, 'kind' | 'notSeparated'> {
    return this.revision.working_folder ? ofWorkingFolder : this.#isolation
  }

  /** Starts the process and loads every graph. Rejects with a sentence; then there is no process. */
  async load(): Promise<string[]> {
    const project = this.#project
    checkFolder(this.revision)
    if (this.#isolation.refusal) throw new Error(this.#isolation.refusal)
    if (project) await this.#isolation.prepare(project)
    if (this.#isStopped) throw new ExecutorGoneError('The process of the agent is not up.')
    const process = this.#fork()
    try {
      const own = await openOwnDoor(process, this.revision, this.#owner)
      const limitMs = this.revision.load_timeout_ms ?? this.#waits.loadMs
      const loaded = JSON.parse(
        await process.call(loadOrderOf(this.revision, own), limitMs).catch((error: unknown) => {
          throw error instanceof NoAnswerError ? notLoadedWithin(limitMs) : error
        }),
      ) as string[]
      const ask = (call: Call) => process.call(call, this.#waits.answerMs)
      this.#loaded = await askWhatIsLoaded(this.revision, ask)
      this.#isReady = true
      this.#ready.wakeAll()
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

  /** Takes no new runs. Resolves when the last one has ended, the last request is answered and the process is gone. */
  retire(): Promise<void> {
    this.#isRetired = true
    this.#isKept = false
    this.#linger = setTimeout(() => {
      this.#isOverdue = true
      this.#stopIfDone()
    }, lingerMs).unref()
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve
    })
    this.#stopIfDone()
    return stopped
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#isReady = false
    this.#revival.stop()
    clearTimeout(this.#linger)
    this.#ready.wakeAll()
    await this.#process?.stop()
    this.#onStopped()
  }

  /**
   * Holds a place for an attempt at a run, so that the process is not retired before it starts. An earlier attempt that
   * still has the place has lost its run, and is stopped.
   */
  reserve(runId: string): boolean {
    if (!this.canRun) return false
    this.abort(runId)
    this.#runs.set(runId, null)
    return true
  }

  /** Gives the place of a run back that is not started here after all. */
  release(runId: string): void {
    this.#runs.delete(runId)
    this.#stopIfDone()
  }

  /** Hands an attempt with a place to the process. Answers false when its place has gone, with the process that it was in. */
  start(order: RunOrder): boolean {
    if (!this.#process || !this.#runs.has(order.run_id)) return false
    this.#runs.set(order.run_id, this.#process.start(order))
    return true
  }

  abort(runId: string): void {
    const token = this.#runs.get(runId)
    if (token) this.#process?.abort(token)
  }

  /** Ends a process that does not stop a run, or answers nothing, `why` in a sentence; it counts as a crash for its other runs. */
  kill(why?: string): void {
    this.#process?.kill(why)
  }

  /** What asks it, maybe more than once: until that has settled the revision, retired or not, keeps its process. */
  async whileAsked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#asked += 1
    try {
      return await ask()
    } finally {
      this.#answered()
    }
  }

  /**
   * Asks for something to be read. Waits for a process that is being started again, for a while, unless that failed.
   * Rejects with an ExecutorGoneError when there is none, otherwise with the executor's sentence.
   */
  read(
    body: Parameters<ExecutorProcess['call']>[0],
    timeoutMs = this.#waits.answerMs,
  ): Promise<string> {
    return this.whileAsked(async () => (await this.#upProcess()).call(body, timeoutMs))
  }

  /** As `read`, for what may be long; until its end the revision keeps its process. */
  async readInParts(
    body: Parameters<ExecutorProcess['call']>[0],
    timeoutMs = this.#waits.answerMs,
  ): Promise<string | TextParts> {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    return this.whileAsked(async () => {
      const answer = await (await this.#upProcess()).callInParts(body, timeoutMs, () => end())
      if (typeof answer !== 'string') void this.whileAsked(() => ended)
      return answer
    })
  }

  /**
   * Has the project's own app answer a request; `passed` is one that the app may leave to the agent server. Rejects as
   * `AppRequests.ask`, and with an ExecutorGoneError.
   */
  async askApp(
    request: AuthRequest,
    body: ReadableStream<Uint8Array> | null,
    signal: AbortSignal,
    passed: PassedRequest | null,
  ): Promise<Response> {
    const { app } = await this.#upProcess()
    // Its body may come long after its head.
    this.#asked += 1
    return app.ask(request, passed, { body, signal }, () => this.#answered())
  }

  async #upProcess(): Promise<ExecutorProcess> {
    const mayCome = !this.#isReady && !this.#isStopped && !this.outage?.hasFailed
    if (mayCome) await this.#ready.within(this.#waits.restartMs)
    if (this.#isReady && this.#process) return this.#process
    throw new ExecutorGoneError(
      this.outage?.hasFailed ? downInWords(this.outage) : 'The process of the agent is not up.',
    )
  }

  #answered(): void {
    this.#asked -= 1
    this.#stopIfDone()
  }

  /** Whether it is this attempt that has the run's place. */
  #isAtWork({ run_id, token }: ToldAttempt): boolean {
    return this.#runs.get(run_id) === token
  }

  /** Passes on what an attempt tells; what one still tells that has lost its place is nobody's. */
  async #hear(attempt: ToldAttempt, told: RunTold): Promise<void> {
    if (this.#isAtWork(attempt)) await this.#owner.onEvent({ ...told, run_id: attempt.run_id })
  }

  get #project() {
    const { build, python = null, node = null } = this.revision
    return build && { deploymentId: build.deployment_id, root: build.root, python, node }
  }

  #fork(): ExecutorProcess {
    const { directory, env, python = null, node = null, onLog } = this.revision
    const { limits } = this
    const project = this.#project
    this.#startedAt = performance.now()
    const listener: ExecutorListener = {
      onLog,
      onEvents: (attempt, events) => this.#hear(attempt, { kind: 'events', events }),
      onUsage: (attempt, usage) => void this.#hear(attempt, { kind: 'usage', usage }),
      onSpan: (attempt, span) => void this.#hear(attempt, { kind: 'span', span }),
      store: (body) => this.#owner.store(this.revision.deployment_id, body),
      onHold: async (told) => (this.#isAtWork(told) ? this.#owner.hold(told.run_id) : null),
      onEnded: (attempt, end) => {
        if (!this.#isAtWork(attempt)) return
        void this.#hear(attempt, { kind: 'ended', end })
        this.release(attempt.run_id)
      },
      onExit: (reason, isAsked) => this.#onExit(reason, isAsked),
    }
    const enclose: ConstructorParameters<typeof ExecutorProcess>[5] = project
      ? (program) =>
          this.#isolation.enclose({
            ...program,
            project,
            isBuild: false,
            memoryMb: limits.memory_mb,
          })
      : undefined
    const stamp = this.revision.working_folder?.stamp ?? ''
    const ahead = this.#spares?.take({ directory, env, limits, python, node, stamp }, listener)
    this.#spares = undefined
    this.#process =
      ahead ?? new ExecutorProcess(directory, env, limits, listener, python, enclose, node)
    return this.#process
  }

  #onExit(reason: string, isAsked: boolean): void {
    const wasReady = this.#isReady
    this.#process = null
    this.#isReady = false
    const lost = [...this.#runs.keys()]
    this.#runs.clear()
    if (!isAsked) this.revision.onLog('ERROR', reason)
    if (lost.length > 0) void this.#owner.onEvent({ kind: 'lost', run_ids: lost, reason })
    if (wasReady) this.#revival.onEnd(reason, performance.now() - this.#startedAt)
    this.#stopIfDone()
  }

  #stopIfDone(): void {
    const isAnswered = this.#asked === 0 || this.#isOverdue || !this.#process
    const isDone = this.#runs.size === 0 && isAnswered
    if (this.#isRetired && !this.#isStopped && isDone) void this.stop()
  }
}
