import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** An OAuth provider record (§2.1). Keys that may be absent have the defaults named there. */
export const OAuthProviderResponse = z.looseObject({
  id: z.string(),
  organization_id: z.string(),
  provider_id: z.string(),
  name: z.string(),
  client_id: z.string(),
  auth_url: z.string(),
  token_url: z.string(),
  uses_pkce: z.boolean(),
  /** The key is always there; the value may be null. */
  code_challenge_method: z.nullable(z.string()),
  provider_type: z.nullish(z.string()),
  mcp_server_url: z.nullish(z.string()),
  /** Default when absent: `client_secret_post`. */
  token_endpoint_auth_method: z.optional(z.string()),
  authorization_params: z.nullish(z.record(z.string(), z.string())),
  /** Default when absent: false. */
  is_dynamic_client: z.optional(z.boolean()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type OAuthProviderResponse = z.infer<typeof OAuthProviderResponse>

/** A provider identifier: what may stand in the path. */
export const providerId = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
      'Use letters, digits, dots, hyphens and underscores, starting with a letter or digit.',
    ),
  )

export const listOAuthProviders = endpoint({
  name: 'listOAuthProviders',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/providers',
  response: z.array(OAuthProviderResponse),
})

/** 200 with the record, 422 with the locations of faulty input, 404 where there is none (§4.1, §7). */
export const getOAuthProvider = endpoint({
  name: 'getOAuthProvider',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/providers/{provider_id}',
  params: z.object({ provider_id: providerId }),
  response: OAuthProviderResponse,
})
