import type { Hono } from 'hono'
import { redeployRevision } from '../../../../contract/control-plane/deployments.ts'
import {
  getSecretChanges,
  listRevisionCommits,
} from '../../../../contract/control-plane/revision-changes.ts'
import { getRevisionFigures } from '../../../../contract/control-plane/revision-figures.ts'
import { listRevisionPackages } from '../../../../contract/control-plane/revision-packages.ts'
import {
  createRevision,
  getRevision,
  interruptRevision,
  listRevisionLogs,
  listRevisions,
  postBuildLogs,
  postDeployLogs,
  postServingLogs,
} from '../../../../contract/control-plane/revisions.ts'
import type { AgentHost } from '../../../cluster/agent-host.ts'
import type { Database } from '../../../db/database.ts'
import { HttpError } from '../../../http/http-error.ts'
import { route } from '../../../http/route.ts'
import type { AskerOf } from '../../deployments/api/deployment-routes.ts'
import type { Deployments } from '../../deployments/api/deployments.ts'
import { revisionFigures } from '../revision-figures.ts'
import type { RevisionChanges } from './revision-changes.ts'
import type { Revisions } from './revisions.ts'

/** Revisions, what changed between them, how their runs went, and their logs. */
export function mountRevisions(
  routes: Hono,
  deps: {
    database: Database
    host: AgentHost
    now: () => Date
    revisions: Revisions
    changes: RevisionChanges
    deployments: Deployments
    askerOf: AskerOf
  },
): void {
  const { revisions, changes, deployments, askerOf } = deps
  route(
    routes,
    createRevision,
    ({ params, body, context }) =>
      changes.create(params.deployment_id, body.without_traffic ?? false, askerOf(context)),
    { status: 201 },
  )
  route(routes, redeployRevision, ({ params, context }) =>
    changes.redeploy(params.deployment_id, params.revision_id, askerOf(context)),
  )
  route(routes, interruptRevision, ({ params }) =>
    changes.interrupt(params.deployment_id, params.revision_id),
  )
  route(routes, getRevisionFigures, ({ params, query }) =>
    revisionFigures(deps, params.deployment_id, query.days ?? 30),
  )
  route(routes, listRevisions, ({ params, query }) => revisions.list(params.deployment_id, query))
  route(routes, getRevision, ({ params }) =>
    revisions.get(params.deployment_id, params.revision_id),
  )
  route(routes, getSecretChanges, ({ params, query }) =>
    revisions.secretChanges(params.deployment_id, params.revision_id, query.since),
  )
  route(routes, listRevisionCommits, ({ params, query }) =>
    revisions.commits(params.deployment_id, params.revision_id, query.since),
  )
  route(routes, listRevisionPackages, ({ params }) =>
    revisions.packages(params.deployment_id, params.revision_id),
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
