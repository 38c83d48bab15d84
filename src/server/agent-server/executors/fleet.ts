import { type RevisionToServe, type RunListener, ServedRevision } from './served-revision.ts'

/** A deployment that this server answers for. */
export interface ServedDeployment {
  id: string
  name: string
  active: ServedRevision | null
}

/** Which deployments there are, and which revision serves each of them. */
export class Fleet {
  readonly #byName = new Map<string, ServedDeployment>()
  readonly #byId = new Map<string, ServedDeployment>()
  readonly #revisions = new Map<string, ServedRevision>()
  /** Not serving any more, but with runs to finish. */
  readonly #retired = new Set<ServedRevision>()
  readonly #graphs = new Map<string, string[]>()
  readonly #listener: RunListener

  constructor(listener: RunListener) {
    this.#listener = listener
  }

  /** Answers false when it was known already. */
  register({ id, name }: { id: string; name: string }): boolean {
    if (this.#byId.has(id)) return false
    const deployment = { id, name, active: null }
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

  /** Whether every known deployment can take runs. */
  get isReady(): boolean {
    return [...this.#byId.values()].every(({ active }) => active?.canRun)
  }

  /** The graphs whose runs can be started now. */
  ready(): { deployment_id: string; graph_id: string }[] {
    return [...this.#byId.values()].flatMap(({ id, active }) =>
      active?.canRun
        ? this.graphsOf(active.revision.revision_id).map((graph_id) => ({
            deployment_id: id,
            graph_id,
          }))
        : [],
    )
  }

  async load(revision: RevisionToServe): Promise<string[]> {
    if (!this.#byId.has(revision.deployment_id)) {
      throw new Error('The deployment is not known to the agent server.')
    }
    if (this.#revisions.has(revision.revision_id)) {
      throw new Error('The revision is loaded already.')
    }
    const served = new ServedRevision(revision, this.#listener)
    this.#revisions.set(revision.revision_id, served)
    try {
      const graphs = await served.load()
      this.#graphs.set(revision.revision_id, graphs)
      return graphs
    } catch (error) {
      this.#forget(revision.revision_id)
      throw error
    }
  }

  /** The graphs of a loaded revision. Throws when it is not loaded. */
  graphsOf(revisionId: string): string[] {
    const graphs = this.#graphs.get(revisionId)
    if (!graphs) throw new Error('The revision is not loaded, so it cannot serve.')
    return graphs
  }

  hasGraph(revisionId: string, graphId: string): boolean {
    return this.#graphs.get(revisionId)?.includes(graphId) ?? false
  }

  /** Sends new runs to the revision; the one that served finishes what it has. */
  activate(deploymentId: string, revisionId: string): void {
    const deployment = this.#byId.get(deploymentId)
    const next = this.#revisions.get(revisionId)
    if (!deployment || !next) throw new Error('The revision is not loaded, so it cannot serve.')
    const previous = deployment.active
    if (previous === next) return
    next.keep()
    deployment.active = next
    if (previous) {
      this.#forget(previous.revision.revision_id)
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
    for (const { revision } of own) this.#forget(revision.revision_id)
    return own
  }

  async discard(revisionId: string): Promise<void> {
    const served = this.#revisions.get(revisionId)
    if (!served) return
    const deployment = this.#byId.get(served.revision.deployment_id)
    if (deployment?.active === served) deployment.active = null
    this.#forget(revisionId)
    await served.stop()
  }

  async stop(): Promise<void> {
    const all = [...this.#revisions.values(), ...this.#retired]
    await Promise.all(all.map((served) => served.stop()))
  }

  #forget(revisionId: string): void {
    this.#revisions.delete(revisionId)
    this.#graphs.delete(revisionId)
  }
}
