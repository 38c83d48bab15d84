import type { Context, Hono } from 'hono'
import { getDeploymentUsage } from '../../../../contract/control-plane/deployment-usage.ts'
import {
  createDeployment,
  deleteDeployment,
  getDeployment,
  listDeployments,
  patchDeployment,
} from '../../../../contract/control-plane/deployments.ts'
import { listRepositoryRefs } from '../../../../contract/control-plane/repository-refs.ts'
import type { StartedBy } from '../../../../contract/control-plane/revisions.ts'
import type { Database } from '../../../db/database.ts'
import { requestKeyOf } from '../../../http/request-key.ts'
import { route } from '../../../http/route.ts'
import type { PriceList } from '../../../usage/price-file.ts'
import type { DeploymentDeletions } from '../../deployment-deletions.ts'
import type { LocalRepositories } from '../local-repositories.ts'
import { repositoryRefs } from '../repository-refs.ts'
import { deploymentUsage } from './deployment-usage.ts'
import type { Deployments } from './deployments.ts'

/** Who asks for a change. */
export type AskerOf = (context: Context) => StartedBy

/** Deployments, what they spent, and the branches and tags that one can be of. */
export function mountDeployments(
  routes: Hono,
  deps: {
    database: Database
    priceList: PriceList
    now: () => Date
    folders: { packageCache: string }
    localRepositories: LocalRepositories
    deployments: Deployments
    deletions: DeploymentDeletions
    askerOf: AskerOf
  },
): void {
  const { deployments, deletions, askerOf, folders, localRepositories } = deps
  route(
    routes,
    createDeployment,
    ({ body, context }) => deployments.create(body, askerOf(context), requestKeyOf(context)),
    { status: 201 },
  )
  route(routes, listDeployments, ({ query }) => deployments.list(query))
  route(routes, getDeployment, ({ params }) => deployments.get(params.deployment_id))
  route(routes, patchDeployment, ({ params, body, context }) =>
    deployments.patch(params.deployment_id, body, askerOf(context)),
  )
  route(routes, getDeploymentUsage, ({ params, query }) =>
    deploymentUsage(deps, params.deployment_id, query.days ?? 30),
  )
  route(routes, deleteDeployment, ({ params }) => deletions.delete(params.deployment_id))
  route(routes, listRepositoryRefs, ({ body }) =>
    repositoryRefs(body, { packageCache: folders.packageCache, localRepositories }),
  )
}
