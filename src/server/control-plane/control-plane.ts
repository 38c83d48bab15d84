import { Hono } from 'hono'
import {
  createDeployment,
  deleteDeployment,
  getDeployment,
  listDeployments,
  patchDeployment,
  redeployRevision,
} from '../../contract/deployments.ts'
import {
  createOAuthProvider,
  deleteOAuthProvider,
  getOAuthProvider,
  listOAuthProviders,
  patchOAuthProvider,
} from '../../contract/oauth-providers.ts'
import {
  createRevision,
  getRevision,
  interruptRevision,
  listRevisionLogs,
  listRevisions,
} from '../../contract/revisions.ts'
import type { Database } from '../db/database.ts'
import { route } from '../http/route.ts'
import type { SecretBox } from '../secret-box.ts'
import { requireAccess } from './access.ts'
import type { AgentHost } from './agent-host.ts'
import { Deletions } from './deletions.ts'
import { createDeployments } from './deployments.ts'
import { openInstallation } from './installation.ts'
import { createProviders } from './providers.ts'
import { createRevisionChanges } from './revision-changes.ts'
import { createRevisions } from './revisions.ts'
import { BuildFolders } from './rollout/build-folders.ts'
import { PushWatch } from './rollout/push-watch.ts'
import { revivalPauseMs } from './rollout/revivals.ts'
import { RolloutLogs } from './rollout/rollout-log.ts'
import { Rollouts } from './rollout/rollouts.ts'

/** The control plane ({base_url}, §4.1). */
export interface ControlPlane {
  routes: Hono
  /** Takes up what a former process left; resolves before rollouts and restarts are done. */
  start(): Promise<void>
  /** Ends what is at work, so that the next start can take it up. */
  stop(): Promise<void>
}

export async function createControlPlane(deps: {
  database: Database
  secretBox: SecretBox
  host: AgentHost
  apiKey: string
  /** Absolute folders for builds and for the cache of package managers. */
  folders: { builds: string; packageCache: string }
  /** The address of a deployment's agent server. */
  agentUrl: (name: string) => string
  /** How often the repositories of `build_on_push` deployments are asked. */
  pushPollMs: number
  /** How long to wait before what served is tried again, by its failures so far; has a default. */
  revivalPauseMs?: (failures: number) => number
  now: () => Date
  report: (error: Error) => void
}): Promise<ControlPlane> {
  const { database } = deps
  const { tenant_id } = await openInstallation(database)
  const logs = new RolloutLogs(deps)
  const builds = new BuildFolders(deps)
  const rollouts = new Rollouts({ ...deps, logs, builds }, deps.revivalPauseMs ?? revivalPauseMs)
  const deletions = new Deletions({ ...deps, rollouts, builds })
  const deployments = createDeployments({ ...deps, onRevision: () => rollouts.wake() })
  const revisions = createRevisions(database, (id) => logs.flush(id))
  const changes = createRevisionChanges({ ...deps, rollouts })
  const providers = createProviders({ ...deps, organizationId: tenant_id })
  const pushWatch = new PushWatch({ ...deps, rebuild: (id) => deployments.rebuild(id) })

  const routes = new Hono()
  routes.use(requireAccess({ apiKey: deps.apiKey, tenantId: tenant_id }))
  route(routes, createDeployment, ({ body }) => deployments.create(body), { status: 201 })
  route(routes, listDeployments, ({ query }) => deployments.list(query))
  route(routes, getDeployment, ({ params }) => deployments.get(params.deployment_id))
  route(routes, patchDeployment, ({ params, body }) =>
    deployments.patch(params.deployment_id, body),
  )
  route(routes, deleteDeployment, ({ params }) => deletions.delete(params.deployment_id))
  route(routes, createRevision, ({ params }) => changes.create(params.deployment_id), {
    status: 201,
  })
  route(routes, redeployRevision, ({ params }) =>
    changes.redeploy(params.deployment_id, params.revision_id),
  )
  route(routes, interruptRevision, ({ params }) =>
    changes.interrupt(params.deployment_id, params.revision_id),
  )
  route(routes, listRevisions, ({ params, query }) => revisions.list(params.deployment_id, query))
  route(routes, getRevision, ({ params }) =>
    revisions.get(params.deployment_id, params.revision_id),
  )
  route(routes, listRevisionLogs, ({ params, query }) =>
    revisions.logs(params.deployment_id, params.revision_id, query),
  )
  route(routes, listOAuthProviders, () => providers.list())
  route(routes, createOAuthProvider, ({ body }) => providers.create(body))
  route(routes, getOAuthProvider, ({ params }) => providers.get(params.provider_id))
  route(routes, patchOAuthProvider, ({ params, body }) => providers.patch(params.provider_id, body))
  route(routes, deleteOAuthProvider, async ({ params }) => {
    await providers.delete(params.provider_id)
    return {}
  })

  return {
    routes,
    async start() {
      await deletions.finishAll()
      await builds.clean()
      await rollouts.start()
      pushWatch.start()
    },
    async stop() {
      await pushWatch.stop()
      await rollouts.stop()
    },
  }
}
