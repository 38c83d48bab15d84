import type { AgentHost } from '../cluster/agent-host.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import type { Isolation } from '../isolation/isolation.ts'
import {
  deleteDeploymentRow,
  findDeployment,
  listAwaitingDelete,
  lockDeployment,
  setAwaitingDelete,
} from './deployments/deployment-store.ts'
import { found } from './deployments/find-deployment.ts'
import type { Previews } from './previews/previews.ts'
import type { BuildFolders } from './rollout/build/build-folders.ts'
import type { Rollouts } from './rollout/rollouts.ts'
import { removeAllContainers } from './rollout/run-container.ts'

interface DeletionsDeps {
  database: Database
  cluster: Cluster
  host: AgentHost
  rollouts: Rollouts
  previews: Previews
  builds: BuildFolders
  folders: { packageCache: string }
  isolation: Isolation
  report: (error: Error) => void
}

/**
 * Deleting deployments. The deployment's own row goes last, so whatever cuts a deletion off, it is
 * found again: by the next start, or by whoever asks once more.
 */
export class DeploymentDeletions {
  readonly #deps: DeletionsDeps
  /** What is at work, by deployment. */
  readonly #running = new Map<string, Promise<void>>()

  constructor(deps: DeletionsDeps) {
    this.#deps = deps
  }

  /**
   * Deletes a deployment with its threads, runs, builds and logs; its name is free when this
   * resolves. Throws 404 when there is none. Asking twice at once deletes once.
   */
  async delete(id: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      found(await lockDeployment(tx, id), id)
      await setAwaitingDelete(tx, id)
    })
    await this.#finish(id)
  }

  /** Finishes what a former process began. One that fails is tried again at the next start. */
  async finishAll(): Promise<void> {
    for (const id of await listAwaitingDelete(this.#deps.database)) {
      await this.#finish(id).catch(this.#deps.report)
    }
  }

  #finish(id: string): Promise<void> {
    const running =
      this.#running.get(id) ?? this.#remove(id).finally(() => this.#running.delete(id))
    this.#running.set(id, running)
    return running
  }

  async #remove(id: string): Promise<void> {
    const { database, cluster, host, rollouts, previews, builds, isolation } = this.#deps
    await rollouts.close(id, 'The deployment was deleted.')
    await previews.remove(id)
    await host.remove(id)
    await this.#removeContainers(id)
    await deleteDeploymentRow(database, id)
    cluster.notices.send({ kind: 'rollouts' })
    await builds.clean()
    await isolation.forget(id)
  }

  /** An engine that is gone meanwhile keeps no deployment. */
  async #removeContainers(id: string): Promise<void> {
    const { database, folders, report } = this.#deps
    const deployment = await findDeployment(database, id)
    if (!deployment?.source_revision_config.image_uri) return
    await removeAllContainers(id, folders.packageCache).catch(report)
  }
}
