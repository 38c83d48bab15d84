import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** An account at GitHub that let the server see repositories; its `id` is an `integration_id`. */
const GithubIntegration = z.looseObject({
  id: z.string(),
  /** What GitHub calls it. */
  installation_id: z.nullish(z.union([z.number(), z.string()])),
  name: z.string(),
})
export type GithubIntegration = z.infer<typeof GithubIntegration>

const GithubRepository = z.looseObject({
  name: z.string(),
  owner: z.string(),
  /** What `repo_url` is set to. */
  url: z.string(),
  default_branch: z.nullish(z.string()),
})
export type GithubRepository = z.infer<typeof GithubRepository>

/** Published: the accounts whose repositories can be deployed. Ours deploys from any address, and lists none. */
export const listGithubIntegrations = endpoint({
  name: 'listGithubIntegrations',
  area: 'control-plane',
  method: 'GET',
  path: '/v1/integrations/github/install',
  role: 'viewer',
  isAudited: false,
  response: z.array(GithubIntegration),
})

/** Published: the repositories that an account lets the server see. */
export const listGithubRepositories = endpoint({
  name: 'listGithubRepositories',
  area: 'control-plane',
  method: 'GET',
  path: '/v1/integrations/github/{integration_id}/repos',
  role: 'viewer',
  isAudited: false,
  params: z.object({ integration_id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: z.array(GithubRepository),
})
