import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { notSupported } from '../query.ts'

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

/** Why an address of a provider cannot be used, in words, or null. */
export function providerUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || /\s/.test(text)) {
    return 'Write a whole address that begins with https:// or http://.'
  }
  if (url.username || url.password) return 'Leave user name and password out of the address.'
  return text.includes('#') ? 'Leave the part after # out of the address.' : null
}

/** Parameters of an authorization request that the server sets itself, or that are secret. */
const ownParameters = [
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'response_type',
  'state',
]

const filled = z.string().check(z.trim(), z.minLength(1, 'This must not be empty.'))
const url = z.string().check(
  z.check((context) => {
    const message = providerUrlProblem(context.value)
    if (message) context.issues.push({ code: 'custom', input: context.value, message })
  }),
)
const authorizationParams = z.record(z.string(), z.string()).check(
  z.check((context) => {
    for (const name of Object.keys(context.value).filter((key) => ownParameters.includes(key))) {
      const message = `${name} is set by the server and cannot be an additional parameter.`
      context.issues.push({ code: 'custom', input: name, path: [name], message })
    }
  }),
)
const challengeMethod = z.enum(['S256', 'plain'])
const endpointAuthMethod = z.enum(['client_secret_post', 'client_secret_basic', 'none'])
const clientSecret = z.string().check(z.minLength(1, 'Write the secret, or leave the field out.'))

/**
 * True for a client that proves itself with a secret: all but public ones and those that register
 * themselves.
 */
export function needsClientSecret(provider: {
  token_endpoint_auth_method?: string | null | undefined
  is_dynamic_client?: boolean | null | undefined
}): boolean {
  return provider.token_endpoint_auth_method !== 'none' && provider.is_dynamic_client !== true
}

/** The published fields of a new provider, and the optional ones of §2.1. */
const OAuthProviderCreateRequest = z
  .strictObject({
    provider_id: providerId,
    name: filled,
    client_id: filled,
    /** Write-only. Required where the client has one. */
    client_secret: z.nullish(clientSecret),
    auth_url: url,
    token_url: url,
    /** Default when absent: false. */
    uses_pkce: z.nullish(z.boolean()),
    /** Default when absent: S256. Null is kept, and means S256 where PKCE is used. */
    code_challenge_method: z.nullish(challengeMethod),
    provider_type: z.nullish(z.string()),
    mcp_server_url: z.nullish(url),
    token_endpoint_auth_method: z.nullish(endpointAuthMethod),
    authorization_params: z.nullish(authorizationParams),
    is_dynamic_client: z.nullish(z.boolean()),
  })
  .check(
    z.check((context) => {
      if (context.value.client_secret || !needsClientSecret(context.value)) return
      const message =
        'Give the secret of the client. Only public clients (token_endpoint_auth_method none) and dynamic ones have none.'
      context.issues.push({ code: 'custom', input: null, path: ['client_secret'], message })
    }),
  )
export type OAuthProviderCreateRequest = z.output<typeof OAuthProviderCreateRequest>

/**
 * What is absent or null stays as it is; `provider_type`, `mcp_server_url` and
 * `authorization_params`, which the published request does not have, are emptied by null.
 */
const OAuthProviderUpdateRequest = z.strictObject({
  provider_id: notSupported('This cannot be changed. Make another record.'),
  name: z.nullish(filled),
  client_id: z.nullish(filled),
  /** Write-only. Must be given again when `token_url` moves to another origin. */
  client_secret: z.nullish(clientSecret),
  auth_url: z.nullish(url),
  token_url: z.nullish(url),
  uses_pkce: z.nullish(z.boolean()),
  code_challenge_method: z.nullish(challengeMethod),
  provider_type: z.nullish(z.string()),
  mcp_server_url: z.nullish(url),
  token_endpoint_auth_method: z.nullish(endpointAuthMethod),
  authorization_params: z.nullish(authorizationParams),
  is_dynamic_client: z.nullish(z.boolean()),
})
export type OAuthProviderUpdateRequest = Omit<
  z.output<typeof OAuthProviderUpdateRequest>,
  'provider_id'
>

export const listOAuthProviders = endpoint({
  name: 'listOAuthProviders',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/providers',
  role: 'viewer',
  isAudited: false,
  response: z.array(OAuthProviderResponse),
})

/** 200 with the record, 422 with the locations of faulty input, 404 where there is none (§4.1, §7). */
export const getOAuthProvider = endpoint({
  name: 'getOAuthProvider',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/providers/{provider_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ provider_id: providerId }),
  response: OAuthProviderResponse,
})

/** 200 with the record, which never holds the client secret; 409 when the `provider_id` is taken. */
export const createOAuthProvider = endpoint({
  name: 'createOAuthProvider',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/auth/providers',
  role: 'admin',
  isAudited: true,
  body: OAuthProviderCreateRequest,
  response: OAuthProviderResponse,
})

/** 200 with the record; send only what changes. */
export const patchOAuthProvider = endpoint({
  name: 'patchOAuthProvider',
  area: 'control-plane',
  method: 'PATCH',
  path: '/v2/auth/providers/{provider_id}',
  role: 'admin',
  isAudited: true,
  params: z.object({ provider_id: providerId }),
  body: OAuthProviderUpdateRequest,
  response: OAuthProviderResponse,
})

/** Published: 200, with an answer that tells nothing. */
export const deleteOAuthProvider = endpoint({
  name: 'deleteOAuthProvider',
  area: 'control-plane',
  method: 'DELETE',
  path: '/v2/auth/providers/{provider_id}',
  role: 'admin',
  isAudited: true,
  params: z.object({ provider_id: providerId }),
})
