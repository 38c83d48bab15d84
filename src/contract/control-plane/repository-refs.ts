import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The names that a git repository has, for choosing one. Ours. */
const RepositoryRefs = z.looseObject({
  /** The branch that is meant when none is named; null where the repository names none. */
  default_branch: z.nullable(z.string()),
  branches: z.array(z.string()),
  /** By their short names; as a `repo_ref` one is `refs/tags/…`. */
  tags: z.array(z.string()),
})

/**
 * Ours: asks a repository for its branches and tags, without fetching any of it. 422 at `repo_url` for
 * an address that cannot be read, in words; 404 on other servers.
 */
export const listRepositoryRefs = endpoint({
  name: 'listRepositoryRefs',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/repository-refs',
  body: z.strictObject({
    repo_url: z.string(),
    /** What git signs in with at an https address; it is not kept. */
    repo_token: z.nullish(z.string()),
  }),
  response: RepositoryRefs,
})
