import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

const params = z.object({ deployment_id: id, revision_id: id })
/** The revision that this one is compared with. */
const query = z.strictObject({ since: id })

export type SecretChange = 'added' | 'removed' | 'replaced' | 'same'

/**
 * Ours: what became of the secrets since another revision of the deployment, by name. Values are compared on the
 * server and never told.
 */
export const getSecretChanges = endpoint({
  name: 'getSecretChanges',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/secret_changes',
  role: 'viewer',
  isAudited: false,
  params,
  query,
  response: z.looseObject({
    /** By name; `change` is added, removed, replaced or same. */
    secrets: z.array(z.looseObject({ name: z.string(), change: z.string() })),
  }),
})

const Commit = z.looseObject({
  sha: z.string(),
  /** Its first line. */
  message: z.string(),
  author: z.string(),
  /** ISO 8601. */
  at: z.string(),
})
export type Commit = z.infer<typeof Commit>

/**
 * Ours: the commits that this revision has and another one has not, newest first, asked of the repository.
 * 409 where one of them has no commit; 502 with a sentence where the repository does not tell.
 */
export const listRevisionCommits = endpoint({
  name: 'listRevisionCommits',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/revisions/{revision_id}/commits',
  role: 'viewer',
  isAudited: false,
  params,
  query,
  response: z.looseObject({
    commits: z.array(Commit),
    /** There are more than were told. */
    has_more: z.boolean(),
    /** So many commits the other one has that this one has not: what a way back takes away. */
    missing: z.number(),
  }),
})
