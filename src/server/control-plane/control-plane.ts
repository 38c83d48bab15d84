import { Hono } from 'hono'
import {
  createDeployment,
  type DeploymentCreateRequest,
  deleteDeployment,
  getDeployment,
  listDeployments,
  patchDeployment,
  redeployRevision,
} from '../../contract/control-plane/deployments.ts'
import {
  createOAuthProvider,
  deleteOAuthProvider,
  getOAuthProvider,
  listOAuthProviders,
  patchOAuthProvider,
} from '../../contract/control-plane/oauth-providers.ts'
import { listPreviews, openPreview, stopPreview } from '../../contract/control-plane/previews.ts'
import { listRepositoryRefs } from '../../contract/control-plane/repository-refs.ts'
import {
  createRevision,
  getRevision,
  interruptRevision,
  listRevisionLogs,
  listRevisions,
  postBuildLogs,
  postDeployLogs,
  postServingLogs,
} from '../../contract/control-plane/revisions.ts'
import { getExamples } from '../../contract/gateway/examples.ts'
import { searchAllRuns } from '../../contract/search/run-search.ts'
import { summarizeRuns } from '../../contract/search/run-summary.ts'
import { findAllThreads } from '../../contract/search/thread-search.ts'
import type { AgentHost } from '../cluster/agent-host.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { requireAccess } from './access.ts'
import { Deletions } from './deployments/deletions.ts'
import { createDeployments } from './deployments/deployments.ts'
import { askExternals } from './deployments/external-health.ts'
import type { LocalRepositories } from './deployments/local-repositories.ts'
import { repositoryRefs } from './deployments/repository-refs.ts'
import { openInstallation } from './installation.ts'
import { mountOAuth } from './oauth/oauth-routes.ts'
import { createProviders } from './oauth/providers.ts'
import { listPreviewIds } from './previews/preview-store.ts'
import { Previews } from './previews/previews.ts'
import { RepeatedWork } from './repeated-work.ts'
import { createRevisionChanges } from './revisions/revision-changes.ts'
import { createRevisions } from './revisions/revisions.ts'
import { BuildFolders } from './rollout/build-folders.ts'
import { Follower } from './rollout/follow.ts'
import { LocalService } from './rollout/local-service.ts'
import { PushWatch } from './rollout/push-watch.ts'
import { restartPauseMs } from './rollout/restarts.ts'
import { defaultLimits, type RolloutLimits } from './rollout/rollout-limits.ts'
import { RolloutLogs } from './rollout/rollout-log.ts'
import { Rollouts } from './rollout/rollouts.ts'
import { mountUploads } from './uploads.ts'

/** The control plane ({base_url}, §4.1). */
export interface ControlPlane {
  routes: Hono
  /** Takes up what a former process left; resolves before rollouts and restarts are done. */
  start(): Promise<void>
  /** Ends what is at work, so that the next start can take it up. */
  stop(): Promise<void>
  /** Something is asked of a name below `/agents` that is no deployment's: see `Previews.use`. */
  wakePreview(name: string): Promise<void>
}

export async function createControlPlane(deps: {
  database: Database
  cluster: Cluster
  secretBox: SecretBox
  host: AgentHost
  apiKey: string
  /** Absolute folders for builds and for the cache of package managers. */
  folders: { builds: string; packageCache: string }
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
  /** How long the steps of a rollout may take; those that are absent have a default. */
  limits?: Partial<RolloutLimits>
  /** How many builds of a deployment are kept beside the serving one; 3 when absent. */
  keptBuilds?: number
  /** How long a preview may be idle before its process is ended; 15 minutes when absent. */
  previewIdleMs?: number
  /** How long to wait before what served is tried again, by its failures so far; has a default. */
  restartPauseMs?: (failures: number) => number
  now: () => Date
  report: (error: Error) => void
}): Promise<ControlPlane> {
  const { database, folders } = deps
  const { tenant_id } = await openInstallation(database)
  const localRepositories = deps.localRepositories ?? 'any'
  const logs = new RolloutLogs(deps)
  const builds = new BuildFolders({ ...deps, keptBuilds: deps.keptBuilds ?? 3 })
  const tools = {
    ...deps,
    logs,
    builds,
    localRepositories,
    service: new LocalService(),
    limits: { ...defaultLimits, ...deps.limits },
  }
  const rollouts = new Rollouts(tools, deps.restartPauseMs ?? restartPauseMs)
  const follower = new Follower({ ...tools, rollouts })
  const previews = new Previews({ ...tools, previewIdleMs: deps.previewIdleMs ?? 15 * 60_000 })
  const deletions = new Deletions({ ...tools, rollouts, previews })
  const onRevision = () => rollouts.wake()
  const deployments = createDeployments({ ...tools, onRevision })
  const hidden = () => listPreviewIds(database)
  const revisions = createRevisions(database, (id) => logs.flush(id))
  const changes = createRevisionChanges({ ...tools, rollouts })
  const health = new RepeatedWork({
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

  const routes = new Hono()
  routes.use(requireAccess({ apiKey: deps.apiKey, tenantId: tenant_id }))
  route(routes, createDeployment, ({ body }) => deployments.create(body), { status: 201 })
  route(routes, listDeployments, ({ query }) => deployments.list(query))
  route(routes, getDeployment, ({ params }) => deployments.get(params.deployment_id))
  route(routes, patchDeployment, ({ params, body }) =>
    deployments.patch(params.deployment_id, body),
  )
  route(routes, deleteDeployment, ({ params }) => deletions.delete(params.deployment_id))
  route(
    routes,
    createRevision,
    ({ params, body }) => changes.create(params.deployment_id, body.without_traffic ?? false),
    { status: 201 },
  )
  route(routes, redeployRevision, ({ params }) =>
    changes.redeploy(params.deployment_id, params.revision_id),
  )
  route(routes, interruptRevision, ({ params }) =>
    changes.interrupt(params.deployment_id, params.revision_id),
  )
  route(routes, openPreview, ({ params }) =>
    previews.open(params.deployment_id, params.revision_id),
  )
  route(routes, listPreviews, ({ params }) => previews.list(params.deployment_id))
  route(routes, stopPreview, ({ params }) => previews.end(params.deployment_id, params.revision_id))
  route(routes, summarizeRuns, async ({ body }) => deps.host.summarizeRuns(body, await hidden()))
  route(routes, findAllThreads, async ({ body }) => deps.host.findThreads(body, await hidden()))
  route(routes, searchAllRuns, async ({ body }) => deps.host.searchRuns(body, await hidden()))
  route(routes, listRevisions, ({ params, query }) => revisions.list(params.deployment_id, query))
  route(routes, getRevision, ({ params }) =>
    revisions.get(params.deployment_id, params.revision_id),
  )
  route(routes, listRevisionLogs, ({ params, query }) =>
    revisions.logs(params.deployment_id, params.revision_id, query),
  )
  for (const [older, type] of olderLogs) {
    route(routes, older, ({ params, body }) =>
      revisions.logs(params.deployment_id, params.revision_id, { ...withoutNull(body), type }),
    )
  }
  route(routes, postServingLogs, async ({ params, body }) => {
    const { active_revision_id, latest_revision_id } = await deployments.get(params.deployment_id)
    const revisionId = active_revision_id ?? latest_revision_id
    if (!revisionId) throw new HttpError(404, 'This deployment has no revision yet.')
    const query = { ...withoutNull(body), type: 'deploy' as const }
    return revisions.logs(params.deployment_id, revisionId, query)
  })
  mountUploads(routes)
  route(routes, getExamples, () => {
    if (deps.examples) return deps.examples
    throw new HttpError(404, 'This installation has no examples.')
  })
  route(routes, listRepositoryRefs, ({ body }) =>
    repositoryRefs(body, { packageCache: folders.packageCache, localRepositories }),
  )
  route(routes, listOAuthProviders, () => providers.list())
  route(routes, createOAuthProvider, ({ body }) => providers.create(body))
  route(routes, getOAuthProvider, ({ params }) => providers.get(params.provider_id))
  route(routes, patchOAuthProvider, ({ params, body }) => providers.patch(params.provider_id, body))
  route(routes, deleteOAuthProvider, async ({ params }) => {
    await providers.delete(params.provider_id)
    return {}
  })
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
      health.start()
    },
    async stop() {
      oauth.stop()
      await Promise.all([previews.stop(), pushes.stop(), health.stop(), follower.stop()])
      await rollouts.stop()
    },
    wakePreview: (name) => previews.use(name),
  }
}

const olderLogs = [
  [postBuildLogs, 'build'],
  [postDeployLogs, 'deploy'],
] as const

function withoutNull<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], null> } {
  const entries = Object.entries(value).filter(([, part]) => part !== null)
  return Object.fromEntries(entries) as { [Key in keyof Value]: Exclude<Value[Key], null> }
}
