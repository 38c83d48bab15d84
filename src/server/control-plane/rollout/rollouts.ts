import { allDeployments, setDeploymentReady } from '../deployment-store.ts'
import {
  isSuperseded,
  listUnfinished,
  listWaiting,
  moveRevision,
  type RevisionRow,
  requeueRevision,
  unsettled,
} from '../revision-store.ts'
import { Revivals } from './revivals.ts'
import { type RolloutTools, rollOut } from './roll-out.ts'
import { RolloutStopped } from './rollout-failure.ts'

const limit = 2
const retryMs = 5_000

/** What is at work for a deployment. */
interface Task {
  /** The revision that is rolled out; null while the one that served is started again. */
  readonly revisionId: string | null
  readonly stopping: AbortController
  /** Why it was told to stop, in a sentence; null while it was not, or because the server stops. */
  reason: string | null
  wasInterrupted: boolean
  done: Promise<void>
}

/**
 * Runs the rollouts: one at a time within a deployment, `limit` in all, oldest first. What is to be
 * done is read from the database each time, so nothing is forgotten by a restart.
 */
export class Rollouts {
  private readonly tools: RolloutTools
  private readonly revivals: Revivals
  private isStopping = false
  /** By deployment. */
  private readonly busy = new Map<string, Task>()
  /** Deployments that are being deleted. */
  private readonly closed = new Set<string>()
  private isAsked = false
  private assigning: Promise<void> | undefined
  private retry: NodeJS.Timeout | undefined

  /** `revivalPauseMs`: how long to wait before what served is tried again, by its failures so far. */
  constructor(tools: RolloutTools, revivalPauseMs: (failures: number) => number) {
    this.tools = tools
    this.revivals = new Revivals({ tools, pauseMs: revivalPauseMs, onDue: () => this.wake() })
  }

  /**
   * After a start: every deployment's address answers again, rollouts that were cut off begin anew
   * (or are skipped when there is a newer revision), and what served is started again from its
   * build. Resolves before those are done.
   */
  async start(): Promise<void> {
    const { database, host, now } = this.tools
    for (const deployment of await allDeployments(database)) {
      await host.register({ id: deployment.id, name: deployment.name })
      await setDeploymentReady(database, deployment.id)
      const { active_revision_id } = deployment
      if (active_revision_id) this.revivals.want(deployment.id, active_revision_id)
    }
    for (const revision of await listUnfinished(database)) {
      const isOld = await isSuperseded(database, revision.id)
      const log = this.tools.logs.of(revision.id, (text) => text)
      log.build(
        isOld
          ? 'The server stopped during this rollout. A newer revision takes its place.'
          : 'The server stopped during this rollout. It begins again.',
        'WARNING',
      )
      await moveRevision(database, revision.id, {
        to: isOld ? 'SKIPPED' : 'QUEUED',
        at: now(),
        ...(isOld
          ? { reason: 'The server stopped during this rollout, and a newer revision exists.' }
          : {}),
      })
    }
    this.wake()
  }

  /** Something may be there to do. */
  wake(): void {
    if (this.isStopping) return
    this.isAsked = true
    this.assigning ??= this.assignAll().finally(() => {
      this.assigning = undefined
      if (this.isAsked) this.wake()
    })
  }

  /**
   * Ends the rollout of a revision, with all that it started, as INTERRUPTED for that reason.
   * Resolves when nothing of it is at work; answers false when it was too late: it had settled, or
   * traffic was being switched already.
   */
  async interrupt(
    revision: Pick<RevisionRow, 'id' | 'deployment_id'>,
    reason: string,
  ): Promise<boolean> {
    const atWork = () => {
      const task = this.busy.get(revision.deployment_id)
      return task?.revisionId === revision.id ? task : undefined
    }
    const task = atWork()
    if (task) return this.end(task, reason)
    const { database, now } = this.tools
    const move = { to: 'INTERRUPTED' as const, at: now(), reason, from: unsettled }
    const isEnded = await moveRevision(database, revision.id, move)
    // It may have been begun while the database was asked.
    const begun = atWork()
    if (begun) return (await this.end(begun, reason)) || isEnded
    return isEnded
  }

  /** Ends what is at work for a deployment, for that reason. Nothing is begun for it any more. */
  async close(deploymentId: string, reason: string): Promise<void> {
    this.closed.add(deploymentId)
    this.revivals.forget(deploymentId)
    const task = this.busy.get(deploymentId)
    if (task) await this.end(task, reason)
  }

  /** Ends what is at work; a rollout in the middle is queued again for the next start. */
  async stop(): Promise<void> {
    this.isStopping = true
    this.revivals.stop()
    clearTimeout(this.retry)
    for (const task of this.busy.values()) task.stopping.abort()
    await this.assigning
    await Promise.all([...this.busy.values()].map((task) => task.done))
    await this.tools.logs.flush()
  }

  private async end(task: Task, reason: string): Promise<boolean> {
    task.reason ??= reason
    task.stopping.abort()
    await task.done
    return task.wasInterrupted
  }

  private async assignAll(): Promise<void> {
    try {
      while (this.isAsked && !this.isStopping) {
        this.isAsked = false
        await this.assign()
      }
    } catch (error) {
      this.tools.report(error as Error)
      this.isAsked = false
      this.retry = setTimeout(() => this.wake(), retryMs)
    }
  }

  private async assign(): Promise<void> {
    const { database, now } = this.tools
    for (const deploymentId of this.revivals.due()) {
      this.launch(deploymentId, null, (task) =>
        this.revivals.attempt(deploymentId, task.stopping.signal),
      )
    }
    for (const revision of await listWaiting(database)) {
      if (revision.status === 'CREATING') {
        await moveRevision(database, revision.id, { to: 'QUEUED', at: now(), from: ['CREATING'] })
      }
      this.launch(revision.deployment_id, revision.id, (task) => this.rollOut(revision, task))
    }
  }

  /** Does nothing where there is no place for it now. */
  private launch(
    deploymentId: string,
    revisionId: string | null,
    work: (task: Task) => Promise<void>,
  ): void {
    const isFull = this.busy.size >= limit || this.busy.has(deploymentId)
    if (isFull || this.isStopping || this.closed.has(deploymentId)) return
    const task: Task = {
      revisionId,
      stopping: new AbortController(),
      reason: null,
      wasInterrupted: false,
      done: Promise.resolve(),
    }
    this.busy.set(deploymentId, task)
    task.done = work(task)
      .catch(this.tools.report)
      .finally(() => {
        this.busy.delete(deploymentId)
        this.wake()
      })
  }

  private async rollOut(revision: RevisionRow, task: Task): Promise<void> {
    const { database, builds, now } = this.tools
    const claim = { to: 'AWAITING_BUILD' as const, at: now(), from: ['QUEUED'] }
    try {
      if (!(await moveRevision(database, revision.id, claim))) return
      await rollOut(this.tools, revision, task.stopping.signal)
    } catch (error) {
      if (!(error instanceof RolloutStopped)) throw error
      await this.settleStopped(revision, task)
    } finally {
      builds.release(revision.id)
    }
    if (!this.isStopping) await builds.clean()
  }

  /** A rollout that was told to stop: queued again for the next start, or interrupted for good. */
  private async settleStopped(revision: RevisionRow, task: Task): Promise<void> {
    const { database, logs, now } = this.tools
    if (task.reason === null) {
      return requeueRevision(database, revision.id, { at: now(), from: unsettled })
    }
    const { reason } = task
    logs.of(revision.id, (text) => text).build(reason, 'WARNING')
    await logs.flush(revision.id)
    const move = { to: 'INTERRUPTED' as const, at: now(), reason, from: unsettled }
    task.wasInterrupted = await moveRevision(database, revision.id, move)
  }
}
