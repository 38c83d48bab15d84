import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import { claimRevision, listHeld } from '../claim-store.ts'
import { unsettled } from '../revisions/revision-statuses.ts'
import {
  listWaiting,
  moveRevision,
  type RevisionRow,
  requeueRevision,
} from '../revisions/revision-store.ts'
import { RolloutStopped } from '../rollout-failure.ts'
import { type RestartReason, Restarts } from './restarts.ts'
import { type RolloutTools, rollOut } from './roll-out.ts'
import { takeOverAbandoned } from './take-over.ts'

const limit = 2
const retryMs = 5_000

/** What is at work for a deployment. */
interface Task {
  /** The revision that is rolled out; null while the active one is started here. */
  readonly revisionId: string | null
  readonly stopping: AbortController
  /** Why it was told to stop, in a sentence; null while it was not, or because the server stops. */
  reason: string | null
  wasInterrupted: boolean
  done: Promise<void>
}

/**
 * Runs the rollouts: one at a time within a deployment, `limit` in all on this server, oldest first.
 * What is to be done is read from the database each time, so nothing is forgotten by a restart, and
 * servers that share a database share the work: a rollout is claimed by one of them under a lease.
 */
export class Rollouts {
  readonly #tools: RolloutTools
  readonly #restarts: Restarts
  #isStopping = false
  /** By deployment. */
  readonly #busy = new Map<string, Task>()
  /** Deployments that are being deleted. */
  readonly #closed = new Set<string>()
  readonly #assigning: CoalescedTask
  #retry: NodeJS.Timeout | undefined
  /** Called whenever something that was at work has ended, with the revision if it was a rollout. */
  readonly taskEnds = new Set<(revisionId: string | null) => void>()

  /** `restartPauseMs`: how long to wait before what served is tried again, by its failures so far. */
  constructor(tools: RolloutTools, restartPauseMs: (failures: number) => number) {
    this.#tools = tools
    this.#restarts = new Restarts({ tools, pauseMs: restartPauseMs, onDue: () => this.wake() })
    this.#assigning = new CoalescedTask(
      () => this.#assign(),
      (error) => this.#retryLater(error),
    )
  }

  /** What this server itself had begun before a restart is free since it joined, and taken up. */
  async start(): Promise<void> {
    await this.#tools.cluster.join()
    await this.takeOver()
    this.wake()
  }

  /** True while the deployment is being deleted here, or something is at work for it. */
  isOccupied(deploymentId: string): boolean {
    return this.#busy.has(deploymentId) || this.#closed.has(deploymentId)
  }

  /** True when the deployment is being deleted, or was. */
  isClosed(deploymentId: string): boolean {
    return this.#closed.has(deploymentId)
  }

  /** The deployment's active revision is to be served here. */
  want(deploymentId: string, revisionId: string, why: RestartReason): void {
    this.#restarts.want(deploymentId, revisionId, why)
  }

  /** Something may be there to do. */
  wake(): void {
    if (this.#isStopping) return
    void this.#assigning.request()
  }

  /** Ends what is not this server's own any more: a rollout that was ended or taken over elsewhere. */
  async endLost(): Promise<void> {
    const tasks = [...this.#busy.values()].filter((task) => task.revisionId !== null)
    if (tasks.length === 0) return
    const ids = tasks.flatMap(({ revisionId }) => revisionId ?? [])
    const { database, cluster } = this.#tools
    const own = new Set(await listHeld(database, cluster.serverId, ids))
    for (const task of tasks) {
      if (task.revisionId && !own.has(task.revisionId) && this.#isAtWork(task))
        task.stopping.abort()
    }
  }

  /** Takes up what a server left in the middle, except for what this one is at. */
  async takeOver(): Promise<void> {
    const isAtWork = (revision: RevisionRow) =>
      this.#busy.get(revision.deployment_id)?.revisionId === revision.id
    await takeOverAbandoned(this.#tools, isAtWork)
  }

  /**
   * Ends the rollout of a revision, with all that it started, as INTERRUPTED for that reason.
   * Resolves when nothing of it is at work on this server; answers false when it was too late: it
   * had settled, or traffic was being switched already.
   */
  async interrupt(
    revision: Pick<RevisionRow, 'id' | 'deployment_id'>,
    reason: string,
  ): Promise<boolean> {
    const atWork = () => {
      const task = this.#busy.get(revision.deployment_id)
      return task?.revisionId === revision.id ? task : undefined
    }
    const task = atWork()
    if (task) return this.#end(task, reason)
    const { database, cluster, now } = this.#tools
    const move = { to: 'INTERRUPTED' as const, at: now(), reason, from: unsettled }
    const isEnded = await moveRevision(database, revision.id, { ...move, isEnding: true })
    if (isEnded) cluster.notices.send({ kind: 'rollouts' })
    // It may have been begun while the database was asked.
    const begun = atWork()
    if (begun) return (await this.#end(begun, reason)) || isEnded
    return isEnded
  }

  /** Ends what is at work for a deployment, for that reason. Nothing is begun for it any more. */
  async close(deploymentId: string, reason: string): Promise<void> {
    this.#closed.add(deploymentId)
    this.#restarts.forget(deploymentId)
    const task = this.#busy.get(deploymentId)
    if (task) await this.#end(task, reason)
    this.#tools.service.forget(deploymentId)
  }

  /** Ends what is at work; a rollout in the middle is queued again for the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#restarts.stop()
    clearTimeout(this.#retry)
    for (const task of this.#busy.values()) task.stopping.abort()
    await this.#assigning.stop()
    await Promise.all([...this.#busy.values()].map((task) => task.done))
    await this.#tools.logs.flush()
  }

  #isAtWork(task: Task): boolean {
    return [...this.#busy.values()].includes(task)
  }

  async #end(task: Task, reason: string): Promise<boolean> {
    task.reason ??= reason
    task.stopping.abort()
    await task.done
    return task.wasInterrupted
  }

  #retryLater(error: Error): void {
    this.#tools.report(error)
    clearTimeout(this.#retry)
    if (!this.#isStopping) this.#retry = setTimeout(() => this.wake(), retryMs)
  }

  async #assign(): Promise<void> {
    const { database, now } = this.#tools
    for (const deploymentId of this.#restarts.due()) {
      this.#launch(deploymentId, null, (task) =>
        this.#restarts.attempt(deploymentId, task.stopping.signal),
      )
    }
    for (const revision of await listWaiting(database)) {
      if (revision.status === 'CREATING') {
        await moveRevision(database, revision.id, { to: 'QUEUED', at: now(), from: ['CREATING'] })
      }
      if (revision.is_blocked) continue
      this.#launch(revision.deployment_id, revision.id, (task) => this.#rollOut(revision, task))
    }
  }

  /** Does nothing where there is no place for it now. */
  #launch(
    deploymentId: string,
    revisionId: string | null,
    work: (task: Task) => Promise<void>,
  ): void {
    const isFull = this.#busy.size >= limit || this.#busy.has(deploymentId)
    if (isFull || this.#isStopping || this.#closed.has(deploymentId)) return
    const task: Task = {
      revisionId,
      stopping: new AbortController(),
      reason: null,
      wasInterrupted: false,
      done: Promise.resolve(),
    }
    this.#busy.set(deploymentId, task)
    task.done = work(task)
      .catch(this.#tools.report)
      .finally(() => {
        this.#busy.delete(deploymentId)
        this.wake()
        for (const tell of [...this.taskEnds]) tell(revisionId)
      })
  }

  async #rollOut(revision: RevisionRow, task: Task): Promise<void> {
    const { database, builds, cluster, now } = this.#tools
    try {
      if (!(await claimRevision(database, revision, cluster.serverId, now()))) return
      cluster.changed('control-plane', revision.deployment_id)
      await rollOut(this.#tools, revision, task.stopping.signal)
    } catch (error) {
      if (!(error instanceof RolloutStopped)) throw error
      await this.#settleStopped(revision, task)
    }
    if (this.#isStopping) return
    for (const id of await builds.clean()) cluster.changed('control-plane', id)
  }

  /** A rollout that was told to stop: queued again for the next start, or interrupted for good. */
  async #settleStopped(revision: RevisionRow, task: Task): Promise<void> {
    const { database, logs, cluster, now } = this.#tools
    const claimedBy = cluster.serverId
    const { reason } = task
    if (reason === null) {
      // One that is not this server's any more stays as whoever has it says.
      return requeueRevision(database, revision.id, { at: now(), claimedBy })
    }
    logs.of(revision.id, (text) => text).build(reason, 'WARNING')
    await logs.flush(revision.id)
    const move = { to: 'INTERRUPTED' as const, at: now(), reason, from: unsettled }
    task.wasInterrupted = await moveRevision(database, revision.id, { ...move, claimedBy })
    cluster.changed('control-plane')
  }
}
