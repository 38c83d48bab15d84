import type { AgentHost } from '../../cluster/agent-host.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import { CoalescedTask } from '../../cluster/coalesced-task.ts'
import type { Database } from '../../db/database.ts'
import { allDeployments, setDeploymentReady } from '../deployments/deployment-store.ts'
import type { BuildFolders } from './build/build-folders.ts'
import type { LocalService } from './local-service.ts'
import type { RestartReason } from './restarts.ts'
import type { Rollouts } from './rollouts.ts'

interface FollowerDeps {
  database: Database
  cluster: Cluster
  host: AgentHost
  builds: BuildFolders
  rollouts: Rollouts
  service: LocalService
  report: (error: Error) => void
}

/**
 * Keeps this server in step with the database: every deployment's address answers, its active revision
 * is served here too whichever server rolled it out, one that was deleted elsewhere is gone here, and
 * a rollout whose server died is taken up.
 */
export class DeploymentFollower {
  readonly #deps: FollowerDeps
  /** The deployments that were seen. */
  readonly #known = new Set<string>()
  readonly #polling: CoalescedTask
  #leave = () => {}

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    this.#polling = new CoalescedTask(() => this.#poll(), deps.report)
  }

  /** After a start: takes up what served. Resolves before that serves again. */
  async start(): Promise<void> {
    const { cluster, rollouts } = this.#deps
    await this.#reconcile('restart')
    if (!cluster.isShared) return
    const onPoll = () => void this.#polling.request()
    // What another server rolled out meanwhile was put off until then.
    rollouts.taskEnds.add(onPoll)
    this.#leave = cluster.listen({
      onPoll,
      onNotice: ({ kind }) => {
        if (kind === 'rollouts') onPoll()
      },
    })
  }

  async stop(): Promise<void> {
    this.#leave()
    await this.#polling.stop()
  }

  async #poll(): Promise<void> {
    const { rollouts } = this.#deps
    await rollouts.endLost()
    await rollouts.takeOver()
    await this.#reconcile('follow')
    rollouts.wake()
  }

  async #reconcile(why: RestartReason): Promise<void> {
    const { database, host, rollouts, service } = this.#deps
    const rows = await allDeployments(database)
    for (const { id, name, source, active_revision_id } of rows) {
      const isNew = !this.#known.has(id)
      this.#known.add(id)
      // Those from elsewhere are no agent servers of this one.
      if (source === 'external_docker') continue
      if (isNew) {
        await host.register({ id, name })
        await setDeploymentReady(database, id)
      }
      // What served is not kept: whoever serves the folder loads it as it is now.
      if (source === 'folder') continue
      if (!active_revision_id || service.serves(id, active_revision_id)) continue
      if (!rollouts.isOccupied(id)) rollouts.want(id, active_revision_id, why)
    }
    await this.#leaveDeleted(new Set(rows.map((row) => row.id)))
  }

  /** What another server deleted; a deletion of this one's own sees to it itself. */
  async #leaveDeleted(present: Set<string>): Promise<void> {
    const { host, builds, rollouts } = this.#deps
    for (const id of this.#known) {
      if (present.has(id)) continue
      this.#known.delete(id)
      if (rollouts.isClosed(id)) continue
      await rollouts.close(id, 'The deployment was deleted.')
      await host.remove(id)
      await builds.clean()
    }
  }
}
