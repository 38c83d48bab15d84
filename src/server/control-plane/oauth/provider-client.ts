import * as oauth from 'openid-client'
import { ProviderFault } from '../../outgoing/provider-fetch.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { ProviderRow } from './provider-store.ts'

const timeoutSeconds = 10

/** Options of every request to a provider that is made outside of a configuration. */
export function requestOptions(fetch: oauth.CustomFetch) {
  return {
    [oauth.customFetch]: fetch,
    timeout: timeoutSeconds,
    execute: [oauth.allowInsecureRequests],
  }
}

export function secretContext(recordId: string): string {
  return `oauth provider ${recordId} client secret`
}

/** The library's view of a provider and of the client that we are there. Throws a ProviderFault. */
export function clientOf(
  provider: ProviderRow,
  { secretBox, fetch }: { secretBox: SecretBox; fetch: oauth.CustomFetch },
): oauth.Configuration {
  const configuration = new oauth.Configuration(
    {
      // Without a registration nobody told us the issuer; see `answerUrl` and `withoutIdToken`.
      issuer: new URL(provider.token_url).origin,
      ...provider.registration,
      authorization_endpoint: provider.auth_url,
      token_endpoint: provider.token_url,
    },
    provider.client_id,
    {},
    authentication(provider, secretBox),
  )
  // The addresses are what an operator wrote: http is for providers on a machine or network of theirs.
  oauth.allowInsecureRequests(configuration)
  configuration[oauth.customFetch] = withoutIdToken(fetch)
  configuration.timeout = timeoutSeconds
  return configuration
}

function authentication(provider: ProviderRow, secretBox: SecretBox): oauth.ClientAuth {
  if (provider.token_endpoint_auth_method === 'none') return oauth.None()
  if (provider.sealed_client_secret === null) {
    throw new ProviderFault('Its record here has no client secret.')
  }
  const secret = secretBox.open(provider.sealed_client_secret, secretContext(provider.id))
  return provider.token_endpoint_auth_method === 'client_secret_basic'
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret)
}

/**
 * The ID token tells who signed in. Nobody asks that here, and it could only be checked against an
 * issuer, which a provider's record does not name.
 */
function withoutIdToken(fetch: oauth.CustomFetch): oauth.CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options)
    const text = await response.text()
    const { status, headers } = response
    return new Response([204, 205].includes(status) ? null : stripped(text), { status, headers })
  }
}

function stripped(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('id_token' in value)) return text
    const { id_token: _, ...rest } = value
    return JSON.stringify(rest)
  } catch {
    // The library says what is wrong with an answer that is no JSON.
    return text
  }
}

/** Where the person agrees. `verifier` null is an authorization without PKCE. */
export async function authorizationUrl(
  configuration: oauth.Configuration,
  provider: ProviderRow,
  request: { redirect_uri: string; scopes: string[]; state: string; verifier: string | null },
): Promise<string> {
  const { verifier } = request
  const method = provider.code_challenge_method === 'plain' ? 'plain' : 'S256'
  const challenge =
    verifier !== null && method === 'S256'
      ? await oauth.calculatePKCECodeChallenge(verifier)
      : verifier
  return oauth.buildAuthorizationUrl(configuration, {
    ...resourceOf(provider),
    ...provider.authorization_params,
    ...(request.scopes.length > 0 && { scope: request.scopes.join(' ') }),
    ...(challenge !== null && { code_challenge: challenge, code_challenge_method: method }),
    redirect_uri: request.redirect_uri,
    state: request.state,
  }).href
}

/** A public client proves by PKCE that the code is its own; others do where the record says so. */
export function needsPkce(provider: ProviderRow): boolean {
  return provider.uses_pkce || provider.token_endpoint_auth_method === 'none'
}

/** The resource that tokens are for (RFC 8707), which MCP servers ask for. */
export function resourceOf(provider: ProviderRow): { resource?: string } {
  const resource = provider.authorization_params?.resource ?? provider.mcp_server_url
  return resource ? { resource } : {}
}

/** The provider's answer as the library reads it: our own address, with what came back. */
export function answerUrl(
  provider: ProviderRow,
  redirectUri: string,
  answer: { code: string; state: string; iss: string | undefined },
): URL {
  const url = new URL(redirectUri)
  url.searchParams.set('code', answer.code)
  url.searchParams.set('state', answer.state)
  // Who may answer is told by the address (each provider has its own) where no issuer is known.
  if (provider.registration?.issuer && answer.iss) url.searchParams.set('iss', answer.iss)
  return url
}
