import type { LoadableRevision, Outage, ProcessToPrepare } from '../../cluster/agent-host.ts'
import type { ProjectRetention } from '../../cluster/retention.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import type { ExecutorOwner } from './executor-event.ts'
import type { ExecutorWaits } from './executor-waits.ts'
import { asSentence } from './outage.ts'
import { ServedRevision } from './served-revision.ts'
import { SpareProcesses } from './spare-processes.ts'

/** The deployment and revision that run as a preview. */
export interface PreviewOf {
  deployment_id: string
  revision_id: string
}

/** A deployment that this server answers for. */
export interface ServedDeployment {
  id: string
  name: string
  /** Of a preview, whose it is; one may rest, so that nothing waits for it. Null for a deployment. */
  previewOf: PreviewOf | null
  active: ServedRevision | null
  /** Of what is to serve and has never come up here. */
  outage: Outage | null
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
  /** Processes that were started ahead, by deployment. */
  readonly #spares = new Map<string, SpareProcesses>()
  readonly #owner: ExecutorOwner
  #isStopped = false

  readonly #waits: ExecutorWaits
  readonly isolation: Isolation

  constructor(owner: ExecutorOwner, isolation: Isolation, waits: ExecutorWaits) {
    this.#owner = owner
    this.#waits = waits
    this.isolation = isolation
  }

  /** Answers false when it was known already. */
  register({
    id,
    name,
    preview_of = null,
  }: {
    id: string
    name: string
    preview_of?: PreviewOf | null
  }): boolean {
    if (this.#byId.has(id)) return false
    const deployment = { id, name, previewOf: preview_of, active: null, outage: null }
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

  /** Since when nothing answers for what is to serve a deployment here; null while something does, and before that was tried. */
  outageOf(deploymentId: string): Outage | null {
    const { active, outage = null } = this.find(deploymentId) ?? {}
    return active ? active.outage : outage
  }

  /** What is to serve a deployment could not be started, for that reason. Answers whether that is new. */
  tellFailedStart(deploymentId: string, reason: string): boolean {
    const deployment = this.find(deploymentId)
    if (!deployment) return false
    const { outage } = deployment
    deployment.outage = {
      since: outage?.since ?? new Date(),
      reason: asSentence(reason),
      hasFailed: true,
    }
    return outage === null
  }

  /** How long what serves a deployment keeps what says nothing of it. */
  retentionOf(deploymentId: string): ProjectRetention {
    return this.find(deploymentId)?.active?.revision.retention ?? {}
  }

  /** What a loaded revision gives the own assistants of its graphs, by the graphs' ids. */
  givenTo(
    deploymentId: string,
    revisionId: string,
  ): Required<Pick<LoadableRevision, 'descriptions' | 'graph_defaults'>> {
    const { descriptions = {}, graph_defaults = {} } =
      this.#revisions.get(keyOf(deploymentId, revisionId))?.revision ?? {}
    return { descriptions, graph_defaults }
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
    return [...this.#byId.values()].every(({ active, previewOf }) => previewOf || active?.canRun)
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
    const spares = this.#spares.get(revision.deployment_id)
    const served = new ServedRevision(revision, this.#owner, this.isolation, this.#waits, spares)
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

  /** Starts processes ahead for a deployment, in place of those for something else. */
  prepare(process: ProcessToPrepare): void {
    const { deployment_id } = process
    if (this.#isStopped || !this.#byId.has(deployment_id)) return
    const spares = this.#spares.get(deployment_id) ?? new SpareProcesses()
    this.#spares.set(deployment_id, spares)
    spares.prepare(process)
  }

  /** The graphs of a loaded revision. Throws when it is not loaded. */
  graphsOf(deploymentId: string, revisionId: string): string[] {
    const graphs = this.#graphs.get(keyOf(deploymentId, revisionId))
    if (!graphs) throw new Error('The revision is not loaded, so it cannot serve.')
    return graphs
  }

  /** A loaded revision, whether it serves or not. */
  loaded(deploymentId: string, revisionId: string): ServedRevision | undefined {
    return this.#revisions.get(keyOf(deploymentId, revisionId))
  }

  /** What rules of its own a loaded revision brings about who is answered what; null for none. */
  rulesOf(deploymentId: string, revisionId: string): { hasAuth: boolean } | null {
    const { auth, http } = this.#revisions.get(keyOf(deploymentId, revisionId))?.revision ?? {}
    return auth || http?.closed.length ? { hasAuth: Boolean(auth) } : null
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
    deployment.outage = null
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
    void this.#spares.get(deploymentId)?.stop()
    this.#spares.delete(deploymentId)
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
    this.#isStopped = true
    const all = [...this.#revisions.values(), ...this.#retired]
    const spares = [...this.#spares.values()]
    this.#spares.clear()
    await Promise.all([...all, ...spares].map((one) => one.stop()))
  }

  #forget({ revision }: ServedRevision): void {
    const key = keyOf(revision.deployment_id, revision.revision_id)
    this.#revisions.delete(key)
    this.#graphs.delete(key)
  }
}

const keyOf = (deploymentId: string, revisionId: string) => `${deploymentId} ${revisionId}`
