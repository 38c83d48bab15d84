import type { Executor, ExecutorSample } from '../../../../contract/agent-server/executor.ts'
import { asError } from '../../../as-error.ts'
import type { SeenProcess } from '../../../cluster/agent-host.ts'
import { treeUsage } from '../../../isolation/process-tree.ts'
import type { EngineContext } from '../../engine-context.ts'
import { countActiveRuns } from '../../run-store/run-store.ts'
import type { ServedRevision } from '../served-revision.ts'
import { ProcessQuestion } from './process-question.ts'

const sampleEveryMs = 5_000
const keptMs = 10 * 60_000
/** Who asks sees what is so now: the newest sample is made anew when it is older than this. */
const freshMs = 1_000
const patienceMs = 2_000

/** From this share of a processor on a process that answers nothing is busy. */
const busyFrom = 0.5
/** One that does nothing either may wait for something outside, and is waited for so many times as long. */
const idlePatience = 10
/** What tells parts of a message that does not end cannot tell anything any more, however long it is waited for. */
const swallowedMs = 5_000

type Needed = 'executors' | 'database' | 'cluster' | 'now' | 'report'

interface Watched {
  samples: ExecutorSample[]
  /** The process that was up and did not answer at the last sample, and at which it did not for the first time. */
  silent: { pid: number; since: Date } | null
  /** What the process had used at the last sample. */
  last: { pid: number; cpuMs: number; at: number } | null
  question: ProcessQuestion
}

/**
 * Looks at the processes of the serving revisions again and again: their memory and processor time as the
 * system tells them, how long they could take nothing up, the runs that work and wait. A bounded window of
 * samples is kept in memory.
 */
export class ExecutorWatch {
  readonly #engine: Pick<EngineContext, Needed>
  readonly #silenceMs: number
  readonly #watched = new Map<string, Watched>()
  /** The last sample that is made of each, or was. */
  readonly #sampling = new Map<string, Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #polling: Promise<void> = Promise.resolve()
  #isPolling = false

  /** @param silenceMs see `EngineLimits` */
  constructor(engine: Pick<EngineContext, Needed>, silenceMs: number) {
    this.#engine = engine
    this.#silenceMs = silenceMs
    this.#timer = setInterval(() => {
      if (!this.#isPolling) void this.#poll()
    }, sampleEveryMs).unref()
  }

  /** The process of a deployment, with a sample that is no older than a second. */
  async executor(deploymentId: string): Promise<Executor> {
    const served = this.#engine.executors.find(deploymentId)?.active
    const { kind, notSeparated } = served?.keptApart ?? this.#engine.executors.isolation
    const common = { ...shared, isolation: kind, not_separated: [...notSeparated] }
    if (!served) return { ...common, ...nothing, samples: [] }
    await this.#refresh([served])
    const { samples = [] } = this.#watched.get(deploymentId) ?? {}
    const { cpus } = served.limits
    return {
      ...common,
      state: this.#stateOf(served),
      revision_id: served.revision.revision_id,
      started_at: served.process?.startedAt.toISOString() ?? null,
      memory_limit_bytes: memoryLimitOf(served),
      cpu_limit: cpus,
      samples: [...samples],
    }
  }

  /** The process of a deployment as it was seen last. */
  seen(deploymentId: string): SeenProcess {
    const served = this.#engine.executors.find(deploymentId)?.active
    const outage = this.#engine.executors.outageOf(deploymentId)
    if (!served) {
      const unknown = { checked_at: null, memory_bytes: null, memory_limit_bytes: null }
      return { state: outage ? 'down' : 'none', outage, restarts: 0, ...unknown }
    }
    const silent = this.#silenceOf(served)
    const newest = this.#watched.get(deploymentId)?.samples.at(-1)
    const sample = newest?.revision_id === served.revision.revision_id ? newest : null
    return {
      state: this.#stateOf(served),
      outage: outage ?? (silent && { since: silent.since, reason: silenceInWords }),
      checked_at: sample?.at ?? null,
      restarts: served.restarts,
      memory_bytes: sample?.memory_bytes ?? null,
      memory_limit_bytes: memoryLimitOf(served),
    }
  }

  /** A process that came up since the last sample answers: it has just said that it is ready. */
  #stateOf(served: ServedRevision): Exclude<SeenProcess['state'], 'none'> {
    if (!served.process?.isReady) return served.outage?.hasFailed ? 'down' : 'restarting'
    return this.#silenceOf(served) ? 'not_answering' : 'up'
  }

  #silenceOf({ revision, process }: ServedRevision): Watched['silent'] {
    const { silent = null } = this.#watched.get(revision.deployment_id) ?? {}
    return silent?.pid === process?.running.pid ? silent : null
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#polling
  }

  #poll(): Promise<void> {
    this.#isPolling = true
    this.#polling = this.#sampleAll()
      .catch((error: unknown) => this.#engine.report(asError(error)))
      .finally(() => {
        this.#isPolling = false
      })
    return this.#polling
  }

  async #sampleAll(): Promise<void> {
    const { executors } = this.#engine
    const ids = executors.ids()
    for (const id of this.#watched.keys()) if (!ids.includes(id)) this.#forget(id)
    await this.#refresh(ids.flatMap((id) => executors.find(id)?.active ?? []))
  }

  #forget(deploymentId: string): void {
    this.#watched.delete(deploymentId)
    this.#sampling.delete(deploymentId)
  }

  /** Makes a sample of each that has no fresh one, one after the other of the same deployment. */
  async #refresh(all: readonly ServedRevision[]): Promise<void> {
    const at = this.#engine.now()
    const old = all.filter((served) => !this.#isFresh(served, at))
    if (old.length === 0) return
    const counts = await countActiveRuns(
      this.#engine.database,
      old.map(({ revision }) => revision.deployment_id),
    )
    await Promise.all(
      old.map((served) => {
        const { deployment_id } = served.revision
        const before = this.#sampling.get(deployment_id) ?? Promise.resolve()
        const done = before.then(async () => {
          // Whoever was first may have made it.
          if (!this.#isFresh(served, at)) await this.#sample(served, counts, at)
        })
        this.#sampling.set(deployment_id, done)
        return done
      }),
    )
  }

  #isFresh({ revision }: ServedRevision, now: Date): boolean {
    const newest = this.#watched.get(revision.deployment_id)?.samples.at(-1)
    if (newest?.revision_id !== revision.revision_id) return false
    return now.getTime() - Date.parse(newest.at) < freshMs
  }

  /** `at` is when it was counted. */
  async #sample(
    served: ServedRevision,
    counts: Awaited<ReturnType<typeof countActiveRuns>>,
    at: Date,
  ): Promise<void> {
    const { revision, process, restarts } = served
    const { deployment_id, revision_id } = revision
    const before = this.#watched.get(deployment_id)
    const pid = process?.running.pid ?? null
    // A process that is just ending cannot be measured any more.
    const usage = pid === null ? null : await treeUsage(pid).catch(() => null)
    const measuredAt = this.#engine.now().getTime()
    const last = before?.last?.pid === pid ? before?.last : null
    const passedMs = last ? measuredAt - last.at : 0
    const question = before?.question ?? new ProcessQuestion(() => this.#hearLate(deployment_id))
    const delay = process?.isReady ? await question.ask(process.running, patienceMs) : null
    const sample: ExecutorSample = {
      at: at.toISOString(),
      revision_id,
      memory_bytes: usage?.memory_bytes ?? null,
      cpus_busy: usage && last && passedMs > 0 ? (usage.cpu_ms - last.cpuMs) / passedMs : null,
      loop_delay_ms: delay?.ms ?? null,
      active_runs: counts.get(deployment_id)?.active ?? 0,
      queued_runs: counts.get(deployment_id)?.queued ?? 0,
      restarts,
    }
    const oldest = at.getTime() - keptMs
    const kept = (this.#watched.get(deployment_id)?.samples ?? []).filter(
      (older) => Date.parse(older.at) > oldest,
    )
    const isSilent = pid !== null && delay?.isAnswer === false
    const silent = isSilent ? (this.#silenceOf(served) ?? { pid, since: at }) : null
    this.#watched.set(deployment_id, {
      samples: [...kept, sample].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
      silent,
      last: usage && pid !== null ? { pid, cpuMs: usage.cpu_ms, at: measuredAt } : null,
      question,
    })
    if (silent) this.#endSilent(served, silent.since, sample, delay?.isSwallowed ?? false)
    if (Boolean(before?.silent) === isSilent) return
    this.#engine.cluster.changed('control-plane', deployment_id, isSilent ? { is_down: true } : {})
  }

  /** It was only late: it is not silent any more. */
  #hearLate(deploymentId: string): void {
    const watched = this.#watched.get(deploymentId)
    if (!watched?.silent) return
    watched.silent = null
    this.#engine.cluster.changed('control-plane', deploymentId)
  }

  /**
   * Ends a process that has been silent for too long, so that its runs go on in another one: who is to blame is found as
   * after any crash. Who works in a folder looks at it themselves, maybe with a debugger.
   */
  #endSilent(
    served: ServedRevision,
    since: Date,
    { at, cpus_busy }: ExecutorSample,
    isSwallowed: boolean,
  ): void {
    const silenceMs = this.#silenceMs
    if (silenceMs === 0 || served.revision.working_folder) return
    const isBusy = (cpus_busy ?? 0) >= busyFrom
    const silentMs = Date.parse(at) - since.getTime()
    const isStuck = isSwallowed && silentMs >= Math.min(swallowedMs, silenceMs)
    if (!isStuck && silentMs < silenceMs * (isBusy ? 1 : idlePatience)) return
    const seconds = Math.round(silentMs / 1_000)
    const doing = isBusy ? 'and was busy without a pause' : 'and did nothing'
    served.kill(
      isStuck
        ? swallowedInWords
        : `The process of the agent did not answer for ${seconds} s ${doing}, so it was ended (QUARTERDECK_AGENT_SILENCE_SECONDS).`,
    )
  }
}

const swallowedInWords =
  'What the process of the agent tells was taken for parts of a message that does not end, so it was ended. Code of the agent may have written to the line to the server, descriptor 3.'

const silenceInWords = 'Its process does not answer: it is busy without a pause, or hangs.'

const shared = { sample_every_ms: sampleEveryMs, kept_ms: keptMs }
const nothing = {
  state: 'none',
  revision_id: null,
  started_at: null,
  memory_limit_bytes: null,
  cpu_limit: null,
}

const memoryLimitOf = ({ limits: { memory_mb } }: ServedRevision) =>
  memory_mb === null ? null : memory_mb * 1024 ** 2
