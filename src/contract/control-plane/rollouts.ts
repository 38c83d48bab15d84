import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { moment } from '../query.ts'
import { SourceRevisionConfig } from './revisions.ts'

/** A rollout with what it is known by. */
export const Rollout = z.looseObject({
  deployment_id: z.string(),
  deployment_name: z.string(),
  revision_id: z.string(),
  status: z.string(),
  status_reason: z.nullish(z.string()),
  source_revision_config: SourceRevisionConfig,
  /** It ends before traffic is switched to it. */
  without_traffic: z.boolean(),
  created_at: z.string(),
  /** When it came to its present status. */
  status_at: z.string(),
})
export type Rollout = z.infer<typeof Rollout>

/** The most that are told of one kind; of those that took over it is ten times as many. */
export const mostRollouts = 20

/** Ours: what is being rolled out over all deployments, and how the rollouts since a moment ended. */
export const listRollouts = endpoint({
  name: 'listRollouts',
  area: 'control-plane',
  method: 'GET',
  path: '/v1/rollouts',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({ since: moment }),
  response: z.looseObject({
    /** That have not ended, the newest first. */
    under_way: z.array(Rollout),
    /** How many there are, those that are not told with them. */
    under_way_total: z.optional(z.number()),
    /** That failed since then and are the latest of their deployments, the newest first. */
    failed: z.array(Rollout),
    failed_total: z.optional(z.number()),
    /** That traffic was switched to since then, the newest first. */
    taken_over: z.array(Rollout),
    taken_over_total: z.optional(z.number()),
  }),
})
