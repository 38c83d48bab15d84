import { access, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { allDeployments, setDeploymentReady } from '../deployment-store.ts'
import {
  buildFoldersToKeep,
  findRevision,
  isSuperseded,
  listUnfinished,
  listWaiting,
  moveRevision,
  type RevisionRow,
} from '../revision-store.ts'
import { loadRevision } from './load-revision.ts'
import { type RolloutTools, rollOut } from './roll-out.ts'
import { RolloutFailure, RolloutStopped } from './rollout-failure.ts'

const limit = 2
const keptBuilds = 3
const retryMs = 5_000

/**
 * Runs the rollouts: one at a time within a deployment, `limit` in all, oldest first. What is to be
 * done is read from the database each time, so nothing is forgotten by a restart.
 */
export class Rollouts {
  private readonly tools: RolloutTools
  private readonly stopping = new AbortController()
  /** By deployment: what is at work for it. */
  private readonly busy = new Map<string, Promise<void>>()
  private readonly folders = new Set<string>()
  private toServe: { deployment_id: string; revision_id: string }[] = []
  private isAsked = false
  private assigning: Promise<void> | undefined
  private retry: NodeJS.Timeout | undefined

  constructor(tools: RolloutTools) {
    this.tools = tools
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
      if (active_revision_id) {
        this.toServe.push({ deployment_id: deployment.id, revision_id: active_revision_id })
      }
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
    if (this.stopping.signal.aborted) return
    this.isAsked = true
    this.assigning ??= this.assignAll().finally(() => {
      this.assigning = undefined
      if (this.isAsked) this.wake()
    })
  }

  /** Ends what is at work; a rollout in the middle is queued again for the next start. */
  async stop(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.retry)
    await this.assigning
    await Promise.all(this.busy.values())
    await this.tools.logs.flush()
  }

  private async assignAll(): Promise<void> {
    try {
      while (this.isAsked && !this.stopping.signal.aborted) {
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
    const serving = this.toServe
    this.toServe = []
    for (const wanted of serving) {
      if (this.isFree(wanted.deployment_id)) {
        this.launch(wanted.deployment_id, () => this.serveAgain(wanted))
      } else this.toServe.push(wanted)
    }
    for (const revision of await listWaiting(database)) {
      if (revision.status === 'CREATING') {
        await moveRevision(database, revision.id, { to: 'QUEUED', at: now(), from: ['CREATING'] })
      }
      if (!this.isFree(revision.deployment_id)) continue
      const isClaimed = await moveRevision(database, revision.id, {
        to: 'AWAITING_BUILD',
        at: now(),
        from: ['QUEUED'],
      })
      if (isClaimed) this.launch(revision.deployment_id, () => this.rollOut(revision))
    }
  }

  private isFree(deploymentId: string): boolean {
    return !this.stopping.signal.aborted && this.busy.size < limit && !this.busy.has(deploymentId)
  }

  private launch(deploymentId: string, work: () => Promise<void>): void {
    const task = work()
      .catch(this.tools.report)
      .finally(() => {
        this.busy.delete(deploymentId)
        this.wake()
      })
    this.busy.set(deploymentId, task)
  }

  private async rollOut(revision: RevisionRow): Promise<void> {
    let folder: string | undefined
    try {
      await rollOut(this.tools, revision, this.stopping.signal, (made) => {
        folder = made
        this.folders.add(made)
      })
      await this.cleanBuilds()
    } catch (error) {
      if (!(error instanceof RolloutStopped)) throw error
      await this.handBack(revision)
    } finally {
      if (folder) this.folders.delete(folder)
    }
  }

  private async handBack(revision: RevisionRow): Promise<void> {
    const { database, now } = this.tools
    await moveRevision(database, revision.id, {
      to: 'QUEUED',
      at: now(),
      from: ['AWAITING_BUILD', 'BUILDING', 'AWAITING_DEPLOY', 'DEPLOYING'],
    })
    await database.query('update revisions set attempts = 0 where id = $1', [revision.id])
  }

  private async serveAgain(wanted: { deployment_id: string; revision_id: string }): Promise<void> {
    const { database, host, logs, now } = this.tools
    const revision = await findRevision(database, wanted.deployment_id, wanted.revision_id)
    if (!revision) return
    const log = logs.of(revision.id, (text) => text)
    if (!revision.build || !(await exists(revision.build.config_folder))) {
      log.build('The build of this revision is gone. It is built again.', 'WARNING')
      await moveRevision(database, revision.id, { to: 'QUEUED', at: now(), from: ['DEPLOYED'] })
      return
    }
    try {
      const { graphs } = await loadRevision(this.tools, revision, this.stopping.signal)
      await host.activate(revision.deployment_id, revision.id)
      log.deploy(`Serving again after a restart: ${graphs.join(', ')}.`)
    } catch (error) {
      if (error instanceof RolloutStopped) return
      if (!(error instanceof RolloutFailure)) throw error
      log.deploy(`Not serving after a restart: ${error.message}`, 'ERROR')
    }
  }

  /** Removes builds that nobody will load again. */
  private async cleanBuilds(): Promise<void> {
    const { database, folders } = this.tools
    const kept = new Set([...(await buildFoldersToKeep(database, keptBuilds)), ...this.folders])
    for (const name of await readdir(folders.builds).catch(() => [])) {
      const folder = path.join(folders.builds, name)
      if (!kept.has(folder)) await rm(folder, { recursive: true, force: true })
    }
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
