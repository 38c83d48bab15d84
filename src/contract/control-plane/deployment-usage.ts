import * as z from 'zod/mini'
import { Usage, usageCapNames } from '../agent-server/usage.ts'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'

/** How far one limit of a deployment is used. */
const CapState = z.looseObject({
  /** One of `usageCapNames`. */
  limit: z.enum(usageCapNames),
  most: z.number(),
  used: z.number(),
  /** When it begins anew: the next day or month of UTC. */
  free_at: z.string(),
})
export type CapState = z.infer<typeof CapState>

/** What a deployment has spent in the last days, the present one included. Days are those of UTC. */
export const DeploymentUsage = z.looseObject({
  days: z.number(),
  total: Usage,
  /** Days without use are left out; oldest first. */
  by_day: z.array(z.extend(Usage, { day: z.string() })),
  /** The one that took most first. */
  by_assistant: z.array(
    z.extend(Usage, {
      assistant_id: z.string(),
      /** Null where the assistant is gone. */
      name: z.nullable(z.string()),
    }),
  ),
  by_revision: z.array(z.extend(Usage, { revision_id: z.nullable(z.string()) })),
  /** What its revisions took that ran without traffic; no part of the above. */
  previews: Usage,
  /** What QA sessions took on what serves; no part of the above either. Absent on earlier versions. */
  sessions: z.nullish(Usage),
  /** Previews and sessions count here as well. */
  caps: z.array(CapState),
  /** Why the prices could not be read anew, in a sentence; then the ones before hold. */
  prices_problem: z.nullable(z.string()),
})
export type DeploymentUsage = z.infer<typeof DeploymentUsage>

/** Ours. 30 days when nothing is said. */
export const getDeploymentUsage = endpoint({
  name: 'getDeploymentUsage',
  area: 'control-plane',
  method: 'GET',
  path: '/v1/deployments/{deployment_id}/usage',
  role: 'viewer',
  isAudited: false,
  params: z.object({ deployment_id: id }),
  query: z.strictObject({ days: z.optional(queryInteger(1, 366)) }),
  response: DeploymentUsage,
})
