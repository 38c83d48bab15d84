import type { FieldPath } from 'react-hook-form'
import type {
  OAuthProviderCreateRequest,
  OAuthProviderResponse,
  OAuthProviderUpdateRequest,
} from '../../contract/control-plane/oauth-providers.ts'
import { fieldOfSameName } from '../forms/refusal.ts'

type EndpointAuth = 'client_secret_post' | 'client_secret_basic' | 'none'
type ChallengeMethod = 'S256' | 'plain'

/** What the form for a provider holds, in the shape of the screen; texts may be empty. */
export interface ProviderValues {
  provider_id: string
  name: string
  client_id: string
  /** Empty where it is to stay as it is. */
  client_secret: string
  auth_url: string
  token_url: string
  uses_pkce: boolean
  code_challenge_method: ChallengeMethod
  token_endpoint_auth_method: EndpointAuth
  is_dynamic_client: boolean
  provider_type: string
  mcp_server_url: string
  authorization_params: { name: string; value: string }[]
}

/** A new provider's form before anything is typed. */
export const emptyProvider: ProviderValues = {
  provider_id: '',
  name: '',
  client_id: '',
  client_secret: '',
  auth_url: '',
  token_url: '',
  uses_pkce: true,
  code_challenge_method: 'S256',
  token_endpoint_auth_method: 'client_secret_post',
  is_dynamic_client: false,
  provider_type: '',
  mcp_server_url: '',
  authorization_params: [],
}

/** The form of a provider that exists; what is absent has its default (§2.1). */
export function valuesOfProvider(provider: OAuthProviderResponse): ProviderValues {
  return {
    provider_id: provider.provider_id,
    name: provider.name,
    client_id: provider.client_id,
    client_secret: '',
    auth_url: provider.auth_url,
    token_url: provider.token_url,
    uses_pkce: provider.uses_pkce,
    code_challenge_method: (provider.code_challenge_method ?? 'S256') as ChallengeMethod,
    token_endpoint_auth_method: (provider.token_endpoint_auth_method ??
      'client_secret_post') as EndpointAuth,
    is_dynamic_client: provider.is_dynamic_client ?? false,
    provider_type: provider.provider_type ?? '',
    mcp_server_url: provider.mcp_server_url ?? '',
    authorization_params: Object.entries(provider.authorization_params ?? {}).map(
      ([name, value]) => ({ name, value }),
    ),
  }
}

/** The request that makes the provider. Empty texts are left out. */
export function createProviderRequest(values: ProviderValues): OAuthProviderCreateRequest {
  const params = paramsOf(values)
  return {
    provider_id: values.provider_id.trim(),
    name: values.name.trim(),
    client_id: values.client_id.trim(),
    ...(values.client_secret !== '' && { client_secret: values.client_secret }),
    auth_url: values.auth_url.trim(),
    token_url: values.token_url.trim(),
    uses_pkce: values.uses_pkce,
    ...(values.uses_pkce && { code_challenge_method: values.code_challenge_method }),
    token_endpoint_auth_method: values.token_endpoint_auth_method,
    ...(values.is_dynamic_client && { is_dynamic_client: true }),
    ...(values.provider_type.trim() && { provider_type: values.provider_type.trim() }),
    ...(values.mcp_server_url.trim() && { mcp_server_url: values.mcp_server_url.trim() }),
    ...(Object.keys(params).length > 0 && { authorization_params: params }),
  }
}

/** As `createProviderRequest`, with the fields that every published server knows and no other. */
export function publishedProviderRequest(values: ProviderValues): OAuthProviderCreateRequest {
  const { token_endpoint_auth_method: _method, ...published } = createProviderRequest({
    ...values,
    is_dynamic_client: false,
    provider_type: '',
    mcp_server_url: '',
    authorization_params: [],
  })
  return published
}

const required = ['name', 'client_id', 'auth_url', 'token_url'] as const
/** Emptied by null. */
const optional = ['provider_type', 'mcp_server_url'] as const
const choices = [
  'uses_pkce',
  'code_challenge_method',
  'token_endpoint_auth_method',
  'is_dynamic_client',
] as const

/** The request that turns `before` into `after`: only what differs. */
export function patchProviderRequest(
  before: ProviderValues,
  after: ProviderValues,
): OAuthProviderUpdateRequest {
  const changed: Record<string, unknown> = {}
  for (const field of required) {
    if (after[field].trim() !== before[field]) changed[field] = after[field].trim()
  }
  for (const field of optional) {
    if (after[field].trim() !== before[field]) changed[field] = after[field].trim() || null
  }
  for (const field of choices) {
    if (after[field] !== before[field]) changed[field] = after[field]
  }
  if (after.client_secret !== '') changed.client_secret = after.client_secret
  const params = paramsOf(after)
  if (JSON.stringify(params) !== JSON.stringify(paramsOf(before))) {
    changed.authorization_params = Object.keys(params).length > 0 ? params : null
  }
  return changed as OAuthProviderUpdateRequest
}

function paramsOf({ authorization_params }: ProviderValues): Record<string, string> {
  const named = authorization_params.filter(({ name }) => name.trim() !== '')
  return Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]))
}

/** The field that a location of a refused request is about. */
export function providerFieldOf(
  [part, name, key]: readonly (string | number)[],
  { authorization_params: params }: ProviderValues,
): FieldPath<ProviderValues> | null {
  if (name !== 'authorization_params')
    return fieldOfSameName([part ?? '', name ?? ''], emptyProvider)
  const place = params.findIndex((param) => param.name.trim() === key)
  return part !== 'body' || place < 0 ? null : `authorization_params.${place}.name`
}
