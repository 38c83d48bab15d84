import { Hono } from 'hono'
import { followStackChanges } from '../../contract/control-plane/changes.ts'
import type { DeploymentCreateRequest } from '../../contract/control-plane/deployments.ts'
import { listPreviews, openPreview, stopPreview } from '../../contract/control-plane/previews.ts'
import { listRollouts } from '../../contract/control-plane/rollouts.ts'
import { mountReference } from '../api-reference/reference-routes.ts'
import { readAsker } from '../asker.ts'
import type { AgentHost } from '../cluster/agent-host.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { RepeatedWork } from '../cluster/repeated-work.ts'
import type { Database } from '../db/database.ts'
import { changeStream } from '../http/change-stream.ts'
import type { ApiKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import type { Isolation } from '../isolation/isolation.ts'
import { noIsolation } from '../isolation/no-isolation.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { noPriceList, type PriceList } from '../usage/price-file.ts'
import { requireAccess } from './access.ts'
import { mountAllRuns } from './all-runs-routes.ts'
import { mountSourceArchives } from './archives/archive-routes.ts'
import { createSourceArchives } from './archives/source-archives.ts'
import { DeploymentDeletions } from './deployment-deletions.ts'
import { type AskerOf, mountDeployments } from './deployments/api/deployment-routes.ts'
import { createDeployments } from './deployments/api/deployments.ts'
import { healthOf } from './deployments/deployment-health.ts'
import type { DeploymentRow, HealthRow } from './deployments/deployment-store.ts'
import { askExternals } from './deployments/external-health.ts'
import { lockForChange } from './deployments/find-deployment.ts'
import type { LocalRepositories } from './deployments/local-repositories.ts'
import { presentDeployment } from './deployments/present-deployment.ts'
import { mountExamples } from './examples-routes.ts'
import { openInstallation } from './installation.ts'
import { mountNotHere } from './not-here.ts'
import { mountOAuth } from './oauth/oauth-routes.ts'
import { mountProviders } from './oauth/provider-routes.ts'
import { createProviders } from './oauth/providers.ts'
import { Previews } from './previews/previews.ts'
import { createRevisionChanges } from './revisions/api/revision-changes.ts'
import { mountRevisions } from './revisions/api/revision-routes.ts'
import { createRevisions } from './revisions/api/revisions.ts'
import { readRollouts } from './revisions/read-rollouts.ts'
import { BuildFolders } from './rollout/build/build-folders.ts'
import type { FolderOrder } from './rollout/folders/folder-revisions.ts'
import { ServedFolder } from './rollout/folders/served-folder.ts'
import { DeploymentFollower } from './rollout/follow.ts'
import { LocalService } from './rollout/local-service.ts'
import { PushWatch } from './rollout/push-watch.ts'
import { restartPauseMs } from './rollout/restarts.ts'
import type { RolloutTools } from './rollout/roll-out.ts'
import { defaultLimits, type RolloutLimits } from './rollout/rollout-limits.ts'
import { RolloutLogs } from './rollout/rollout-log.ts'
import { Rollouts } from './rollout/rollouts.ts'
import { StateTypes } from './rollout/state-types/state-types.ts'

/** The control plane ({base_url}, §4.1). */
export interface ControlPlane {
  routes: Hono
  /** Takes up what a former process left; resolves before rollouts and restarts are done. */
  start(): Promise<void>
  /** Ends what is at work, so that the next start can take it up. */
  stop(): Promise<void>
  /** Writes what the agents' processes said last; nothing is written after it. */
  closeLogs(): Promise<void>
  /** Lets a working folder be served as a deployment. */
  serveFolder(order: FolderOrder): ServedFolder
  /** Something is asked of a name below `/agents` that is no deployment's: see `Previews.use`. */
  wakePreview(name: string): Promise<void>
  /** See `Previews.wake`. */
  wakePreviewById(id: string): Promise<void>
}

interface ControlPlaneDeps {
  database: Database
  cluster: Cluster
  secretBox: SecretBox
  host: AgentHost
  apiKey: ApiKey
  /** What models cost; nothing has a price when absent. */
  priceList?: PriceList
  /** Absolute folders for builds and for the cache of package managers. */
  folders: { builds: string; packageCache: string; working: string }
  /** Is told what the code of deployments prints, beside their logs. */
  onOutput?: RolloutTools['onOutput']
  /** The address of a deployment's agent server. */
  agentUrl: (name: string) => string
  /** {base_url} as people's browsers reach it, without a slash at its end. */
  baseUrl: string
  /** Addresses that OAuth providers may not be at: link-local ones, metadata services. */
  isForbidden: (ip: string) => boolean
  /** How often the repositories of `build_on_push` deployments are asked. */
  pushPollMs: number
  /** How often the servers of `external_docker` deployments are asked for their health; 15 s when absent. */
  healthPollMs?: number
  /** Which repositories of this machine may be deployed; any when absent. */
  localRepositories?: LocalRepositories
  /** The request that deploys this installation's examples, for those who ask; null where there are none. */
  examples?: DeploymentCreateRequest | null
  /** The same of the examples in Python. */
  pythonExamples?: DeploymentCreateRequest | null
  /** How long the steps of a rollout may take; those that are absent have a default. */
  limits?: Partial<RolloutLimits>
  /** How many builds of a deployment are kept beside the serving one; 3 when absent. */
  keptBuilds?: number
  /** How long a preview may be idle before its process is ended; 15 minutes when absent. */
  previewIdleMs?: number
  /** How the code of projects is kept apart while it is built; not at all when absent. */
  isolation?: Isolation
  /** How long to wait before what served is tried again, by its failures so far; has a default. */
  restartPauseMs?: (failures: number) => number
  now: () => Date
  report: (error: Error) => void
}

/** Makes the control plane; nothing is at work before its `start`. */
export async function createControlPlane(deps: ControlPlaneDeps): Promise<ControlPlane> {
  const { database, folders } = deps
  const { tenant_id } = await openInstallation(database)
  const localRepositories = deps.localRepositories ?? 'any'
  const logs = new RolloutLogs({
    ...deps,
    onWritten: (id) => deps.cluster.changed('logs', null, { logged_revision_id: id }),
  })
  const builds = new BuildFolders({ ...deps, keptBuilds: deps.keptBuilds ?? 3 })
  const isolation = deps.isolation ?? noIsolation()
  const limits = { ...defaultLimits, ...deps.limits }
  const types = new StateTypes({ ...deps, isolation, limits })
  const tools = {
    priceList: noPriceList,
    ...deps,
    logs,
    builds,
    types,
    localRepositories,
    service: new LocalService(),
    working: { ownFolder: folders.working, libraries: [] },
    isolation,
    limits,
  }
  const rollouts = new Rollouts(tools, deps.restartPauseMs ?? restartPauseMs)
  const follower = new DeploymentFollower({ ...tools, rollouts })
  const previews = new Previews({ ...tools, previewIdleMs: deps.previewIdleMs ?? 15 * 60_000 })
  const deletions = new DeploymentDeletions({ ...tools, rollouts, previews })
  const onRevision = () => rollouts.wake()
  const health = (row: HealthRow) => healthOf(row, deps.host.seenProcess(row.id))
  const present = (row: DeploymentRow) =>
    presentDeployment(row, deps.agentUrl(row.name), health(row))
  const deployments = createDeployments({ ...tools, present, health, onRevision })
  const revisions = createRevisions({ ...tools, flushLogs: (id) => logs.flush(id) })
  const changes = createRevisionChanges({ ...tools, present, rollouts })
  const healthAsking = new RepeatedWork({
    ...deps,
    pauseMs: deps.healthPollMs ?? 15_000,
    work: (signal) => askExternals(deps, signal),
  })
  const providers = createProviders({ ...deps, organizationId: tenant_id })
  const pushWatch = new PushWatch({ ...tools, rebuild: deployments.rebuild })
  const pushes = new RepeatedWork({
    ...deps,
    pauseMs: deps.pushPollMs,
    work: (signal) => pushWatch.poll(signal),
  })

  const askerOf: AskerOf = ({ req }) => readAsker(deps.secretBox, (name) => req.header(name))
  const routes = new Hono()
  mountReference(routes, {
    area: 'control-plane',
    title: 'Control plane',
    description:
      'Deployments, revisions and OAuth providers: the published interface of control planes, and what this server has beside it.',
    urlOf: () => deps.baseUrl,
  })
  routes.use(requireAccess({ apiKey: deps.apiKey, tenantId: tenant_id }))
  mountDeployments(routes, { ...tools, deployments, deletions, askerOf })
  mountRevisions(routes, { ...deps, revisions, changes, deployments, askerOf })
  route(routes, openPreview, ({ params }) =>
    previews.open(params.deployment_id, params.revision_id),
  )
  route(routes, listPreviews, ({ params }) => previews.list(params.deployment_id))
  route(routes, stopPreview, ({ params }) => previews.end(params.deployment_id, params.revision_id))
  const leaving = new AbortController()
  route(routes, followStackChanges, ({ context }) =>
    changeStream(context, deps.cluster.changes, leaving.signal),
  )
  route(routes, listRollouts, ({ query }) => readRollouts(database, query.since))
  mountAllRuns(routes, deps)
  mountSourceArchives(routes, createSourceArchives({ ...deps, lock: lockForChange }))
  mountNotHere(routes)
  const examples = mountExamples(routes, { ...deps, packageCache: folders.packageCache })
  mountProviders(routes, providers)
  const oauth = mountOAuth(routes, deps)

  return {
    routes,
    async start() {
      await deletions.finishAll()
      await builds.clean()
      await follower.start()
      await rollouts.start()
      previews.start()
      pushes.start()
      healthAsking.start()
    },
    async stop() {
      leaving.abort()
      oauth.stop()
      examples.stop()
      await Promise.all([previews.stop(), pushes.stop(), healthAsking.stop(), follower.stop()])
      await rollouts.stop()
      await types.stop()
    },
    closeLogs: () => logs.close(),
    serveFolder: (order) => new ServedFolder({ ...tools, rollouts }, order),
    wakePreview: (name) => previews.use(name),
    wakePreviewById: (id) => previews.wake(id),
  }
}
