import { Hono } from 'hono'
import {
  createDeployment,
  getDeployment,
  listDeployments,
  patchDeployment,
} from '../../contract/deployments.ts'
import { getOAuthProvider, listOAuthProviders } from '../../contract/oauth-providers.ts'
import { getRevision, listRevisionLogs, listRevisions } from '../../contract/revisions.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import type { SecretBox } from '../secret-box.ts'
import { requireAccess } from './access.ts'
import type { AgentHost } from './agent-host.ts'
import { createDeployments } from './deployments.ts'
import { openInstallation } from './installation.ts'
import { findProvider, listProviders } from './provider-store.ts'
import { createRevisions } from './revisions.ts'
import { PushWatch } from './rollout/push-watch.ts'
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
  now: () => Date
  report: (error: Error) => void
}): Promise<ControlPlane> {
  const { database } = deps
  const { tenant_id } = await openInstallation(database)
  const logs = new RolloutLogs(deps)
  const rollouts = new Rollouts({ ...deps, logs })
  const deployments = createDeployments({ ...deps, onRevision: () => rollouts.wake() })
  const revisions = createRevisions(database, (id) => logs.flush(id))
  const pushWatch = new PushWatch({ ...deps, rebuild: (id) => deployments.rebuild(id) })

  const routes = new Hono()
  routes.use(requireAccess({ apiKey: deps.apiKey, tenantId: tenant_id }))
  route(routes, createDeployment, ({ body }) => deployments.create(body), { status: 201 })
  route(routes, listDeployments, ({ query }) => deployments.list(query))
  route(routes, getDeployment, ({ params }) => deployments.get(params.deployment_id))
  route(routes, patchDeployment, ({ params, body }) =>
    deployments.patch(params.deployment_id, body),
  )
  route(routes, listRevisions, ({ params, query }) => revisions.list(params.deployment_id, query))
  route(routes, getRevision, ({ params }) =>
    revisions.get(params.deployment_id, params.revision_id),
  )
  route(routes, listRevisionLogs, ({ params, query }) =>
    revisions.logs(params.deployment_id, params.revision_id, query),
  )
  route(routes, listOAuthProviders, () => listProviders(database))
  route(routes, getOAuthProvider, async ({ params }) => {
    const provider = await findProvider(database, params.provider_id)
    if (provider) return provider
    throw new HttpError(404, `There is no OAuth provider “${params.provider_id}”.`)
  })

  return {
    routes,
    async start() {
      await rollouts.start()
      pushWatch.start()
    },
    async stop() {
      await pushWatch.stop()
      await rollouts.stop()
    },
  }
}
