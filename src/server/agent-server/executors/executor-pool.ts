import type { LoadableRevision } from '../../cluster/agent-host.ts'
import type { ExecutorOwner } from './executor-event.ts'
import { ServedRevision } from './served-revision.ts'

/** A deployment that this server answers for. */
export interface ServedDeployment {
  id: string
  name: string
  /** One that may rest, so that nothing waits for it. */
  isPreview: boolean
  active: ServedRevision | null
}

/** Which deployments there are, and which revision serves each of them. */
export class ExecutorPool {
  readonly #byName = new Map<string, ServedDeployment>()
  readonly #byId = new Map<string, ServedDeployment>()
  /** By deployment and revision: a revision may serve and be previewed. */
  readonly #revisions = new Map<string, ServedRevision>()
  /** Not serving any more, but with runs to finish. */
  readonly #retired = new Set<ServedRevision>()
  readonly #graphs = new Map<string, string[]>()
  readonly #owner: ExecutorOwner

  constructor(owner: ExecutorOwner) {
    this.#owner = owner
  }

  /** Answers false when it was known already. */
  register({
    id,
    name,
    is_preview = false,
  }: {
    id: string
    name: string
    is_preview?: boolean
  }): boolean {
    if (this.#byId.has(id)) return false
    const deployment = { id, name, isPreview: is_preview, active: null }
    this.#byId.set(id, deployment)
    this.#byName.set(name, deployment)
    return true
  }

  named(name: string): ServedDeployment | undefined {
    return this.#byName.get(name)
  }

  find(id: string): ServedDeployment | undefined {
    return this.#byId.get(id)
  }

  /** Revisions with executors of their own, those included that finish what they have. */
  get loadedCount(): number {
    return this.#revisions.size + this.#retired.size
  }

  /** The deployments that are known here. */
  ids(): string[] {
    return [...this.#byId.keys()]
  }

  /** Whether every known deployment can take runs that is no preview. */
  get isReady(): boolean {
    return [...this.#byId.values()].every(({ active, isPreview }) => isPreview || active?.canRun)
  }

  /** The graphs whose runs can be started now. */
  ready(): { deployment_id: string; graph_id: string }[] {
    return [...this.#byId.values()].flatMap(({ id, active }) =>
      active?.canRun
        ? this.graphsOf(id, active.revision.revision_id).map((graph_id) => ({
            deployment_id: id,
            graph_id,
          }))
        : [],
    )
  }

  async load(revision: LoadableRevision): Promise<string[]> {
    if (!this.#byId.has(revision.deployment_id)) {
      throw new Error('The deployment is not known to the agent server.')
    }
    const key = keyOf(revision.deployment_id, revision.revision_id)
    if (this.#revisions.has(key)) {
      throw new Error('The revision is loaded already.')
    }
    const served = new ServedRevision(revision, this.#owner)
    this.#revisions.set(key, served)
    try {
      const graphs = await served.load()
      this.#graphs.set(key, graphs)
      return graphs
    } catch (error) {
      this.#forget(served)
      throw error
    }
  }

  /** The graphs of a loaded revision. Throws when it is not loaded. */
  graphsOf(deploymentId: string, revisionId: string): string[] {
    const graphs = this.#graphs.get(keyOf(deploymentId, revisionId))
    if (!graphs) throw new Error('The revision is not loaded, so it cannot serve.')
    return graphs
  }

  /** Whether what serves a deployment has a graph. */
  hasGraph({ revision }: ServedRevision, graphId: string): boolean {
    const { deployment_id, revision_id } = revision
    return this.#graphs.get(keyOf(deployment_id, revision_id))?.includes(graphId) ?? false
  }

  /** Sends new runs to the revision; the one that served finishes what it has. */
  activate(deploymentId: string, revisionId: string): void {
    const deployment = this.#byId.get(deploymentId)
    const next = this.#revisions.get(keyOf(deploymentId, revisionId))
    if (!deployment || !next) throw new Error('The revision is not loaded, so it cannot serve.')
    const previous = deployment.active
    if (previous === next) return
    next.keep()
    deployment.active = next
    if (previous) {
      this.#forget(previous)
      this.#retired.add(previous)
      void previous.retire().then(() => this.#retired.delete(previous))
    }
  }

  /** Forgets a deployment at once. Answers all that runs for it, to be stopped. */
  remove(deploymentId: string): ServedRevision[] {
    const deployment = this.#byId.get(deploymentId)
    this.#byId.delete(deploymentId)
    if (deployment) this.#byName.delete(deployment.name)
    const all = [...this.#revisions.values(), ...this.#retired]
    const own = all.filter(({ revision }) => revision.deployment_id === deploymentId)
    for (const served of own) this.#forget(served)
    return own
  }

  async discard(deploymentId: string, revisionId: string): Promise<void> {
    const served = this.#revisions.get(keyOf(deploymentId, revisionId))
    if (!served) return
    const deployment = this.#byId.get(deploymentId)
    if (deployment?.active === served) deployment.active = null
    this.#forget(served)
    await served.stop()
  }

  async stop(): Promise<void> {
    const all = [...this.#revisions.values(), ...this.#retired]
    await Promise.all(all.map((served) => served.stop()))
  }

  #forget({ revision }: ServedRevision): void {
    const key = keyOf(revision.deployment_id, revision.revision_id)
    this.#revisions.delete(key)
    this.#graphs.delete(key)
  }
}

const keyOf = (deploymentId: string, revisionId: string) => `${deploymentId} ${revisionId}`
