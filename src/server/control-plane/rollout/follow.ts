import type { Database } from '../../db/database.ts'
import type { AgentHost } from '../agent-host.ts'
import { rolloutChannel } from '../claim-store.ts'
import { allDeployments, setDeploymentReady } from '../deployments/deployment-store.ts'
import type { BuildFolders } from './build-folders.ts'
import type { LocalService } from './local-service.ts'
import type { RevivalReason } from './revivals.ts'
import type { Rollouts } from './rollouts.ts'

/**
 * Keeps this server in step with the database: every deployment's address answers, its active revision
 * is served here too whichever server rolled it out, one that was deleted elsewhere is gone here, and
 * a rollout whose server died is taken up.
 */
export class Follower {
  private readonly deps: {
    database: Database
    host: AgentHost
    builds: BuildFolders
    rollouts: Rollouts
    service: LocalService
    /** How often to look, beside when another server tells; null where there is no other server. */
    followMs: number | null
    report: (error: Error) => void
  }
  /** The deployments that were seen. */
  private readonly known = new Set<string>()
  private isStopped = false
  private line: { close(): Promise<void> } | null = null
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> | null = null
  private isAsked = false

  constructor(deps: Follower['deps']) {
    this.deps = deps
  }

  /** After a start: takes up what served. Resolves before that serves again. */
  async start(): Promise<void> {
    const { database, followMs, rollouts } = this.deps
    await this.reconcile('restart')
    if (followMs === null) return
    // What another server rolled out meanwhile was put off until then.
    rollouts.onTaskEnd = this.look
    this.line = database.notices?.listen(rolloutChannel, this.look, this.look) ?? null
    this.timer = setInterval(this.look, followMs)
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearInterval(this.timer)
    await this.line?.close()
    await this.looking
  }

  /** Looks now, or once more after the look that is at work. */
  private readonly look = (): void => {
    if (this.isStopped) return
    this.isAsked = true
    this.looking ??= this.lookOn().finally(() => {
      this.looking = null
      // Asked just when the look was about to end.
      if (this.isAsked) this.look()
    })
  }

  private async lookOn(): Promise<void> {
    const { rollouts, report } = this.deps
    while (this.isAsked && !this.isStopped) {
      this.isAsked = false
      try {
        await rollouts.renew()
        await rollouts.takeOver()
        await this.reconcile('follow')
        rollouts.wake()
      } catch (error) {
        report(error as Error)
      }
    }
  }

  private async reconcile(why: RevivalReason): Promise<void> {
    const { database, host, rollouts, service } = this.deps
    const rows = await allDeployments(database)
    for (const { id, name, source, active_revision_id } of rows) {
      const isNew = !this.known.has(id)
      this.known.add(id)
      // Those from elsewhere are no agent servers of this one.
      if (source === 'external_docker') continue
      if (isNew) {
        await host.register({ id, name })
        await setDeploymentReady(database, id)
      }
      if (!active_revision_id || service.serves(id, active_revision_id)) continue
      if (!rollouts.isOccupied(id)) rollouts.want(id, active_revision_id, why)
    }
    await this.leaveDeleted(new Set(rows.map((row) => row.id)))
  }

  /** What another server deleted; a deletion of this one's own sees to it itself. */
  private async leaveDeleted(present: Set<string>): Promise<void> {
    const { host, builds, rollouts } = this.deps
    for (const id of this.known) {
      if (present.has(id)) continue
      this.known.delete(id)
      if (rollouts.isClosed(id)) continue
      await rollouts.close(id, 'The deployment was deleted.')
      await host.remove(id)
      await builds.clean()
    }
  }
}
