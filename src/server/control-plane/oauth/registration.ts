import * as oauth from 'openid-client'
import type { Database } from '../../db/database.ts'
import { ProviderFault } from '../../outgoing/provider-fetch.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { requestOptions, secretContext } from './provider-client.ts'
import {
  findWholeProvider,
  type ProviderRow,
  type Registration,
  recordRegistration,
} from './provider-store.ts'

const knownMethods = ['client_secret_post', 'client_secret_basic', 'none']

/** Registers dynamic clients (RFC 7591) when they are needed first, and again when that ran out. */
export class Registrations {
  readonly #deps: { database: Database; secretBox: SecretBox; fetch: oauth.CustomFetch }
  readonly #atWork = new Map<string, Promise<ProviderRow>>()

  constructor(deps: { database: Database; secretBox: SecretBox; fetch: oauth.CustomFetch }) {
    this.#deps = deps
  }

  /** The provider with a client that it knows. Throws a ProviderFault or the library's error. */
  async registered(provider: ProviderRow, redirectUri: string, now: Date): Promise<ProviderRow> {
    const endsAt = provider.registered_secret_ends_at
    const isGood =
      provider.registration !== null &&
      provider.registered_redirect_uri === redirectUri &&
      (endsAt === null || endsAt > now)
    if (!provider.is_dynamic_client || isGood) return provider
    // Two at once would make two clients, and the code of one would be redeemed by the other.
    const working =
      this.#atWork.get(provider.id) ??
      this.#register(provider, redirectUri).finally(() => this.#atWork.delete(provider.id))
    this.#atWork.set(provider.id, working)
    return working
  }

  async #register(provider: ProviderRow, redirectUri: string): Promise<ProviderRow> {
    const { database, secretBox, fetch } = this.#deps
    const { wellKnown, registration } = await discover(provider, fetch)
    const configuration = await oauth.dynamicClientRegistration(
      wellKnown,
      {
        client_name: 'Quarterdeck',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: provider.token_endpoint_auth_method,
      },
      oauth.None(),
      requestOptions(fetch),
    )
    const client = configuration.clientMetadata()
    const { client_secret: secret = null, client_secret_expires_at: endsAt } = client
    const method = String(client.token_endpoint_auth_method ?? provider.token_endpoint_auth_method)
    if (!knownMethods.includes(method)) {
      throw new ProviderFault(
        `It wants the client to prove itself by ${method}, which is not supported.`,
      )
    }
    await recordRegistration(database, provider, {
      client_id: client.client_id,
      sealed_client_secret: secret && secretBox.seal(String(secret), secretContext(provider.id)),
      token_endpoint_auth_method: method,
      registration,
      registered_redirect_uri: redirectUri,
      registered_secret_ends_at:
        typeof endsAt === 'number' && endsAt > 0 ? new Date(endsAt * 1000) : null,
    })
    // Another process may have been faster: what is kept is what counts.
    const kept = await findWholeProvider(database, provider.provider_id)
    if (!kept?.registration) throw new ProviderFault('Its record here was changed meanwhile.')
    return kept
  }
}

/**
 * Where the provider registers clients: as the MCP server says (RFC 9728), else as the provider's
 * own metadata say (RFC 8414, OpenID discovery). An address of an origin that the record does not
 * name is not used: metadata must not send us anywhere else.
 */
async function discover(
  provider: ProviderRow,
  fetch: oauth.CustomFetch,
): Promise<{ wellKnown: URL; registration: Registration }> {
  const named = [provider.auth_url, provider.token_url, provider.mcp_server_url]
  const origins = new Set(named.flatMap((address) => (address ? [new URL(address).origin] : [])))
  let reached: unknown = null
  for (const issuer of await issuersOf(provider, fetch)) {
    if (!origins.has(issuer.origin)) continue
    for (const wellKnown of wellKnownOf(issuer)) {
      const found = await metadataAt(wellKnown, issuer, fetch).catch((error: unknown) => {
        reached ??= error
        return null
      })
      if (!found?.registration_endpoint) continue
      if (!origins.has(new URL(found.registration_endpoint).origin)) continue
      const revocation = found.revocation_endpoint
      return {
        wellKnown,
        registration: {
          issuer: found.issuer,
          registration_endpoint: found.registration_endpoint,
          ...(revocation && origins.has(new URL(revocation).origin)
            ? { revocation_endpoint: revocation }
            : {}),
          ...(found.authorization_response_iss_parameter_supported
            ? { authorization_response_iss_parameter_supported: true }
            : {}),
        },
      }
    }
  }
  if (reached instanceof Error && !isRefusal(reached)) throw reached
  throw new ProviderFault('It does not tell where clients register themselves.')
}

/** The issuers that may stand behind a provider, the likeliest first. */
async function issuersOf(provider: ProviderRow, fetch: oauth.CustomFetch): Promise<URL[]> {
  const auth = new URL(provider.auth_url)
  const steps = auth.pathname.split('/').filter(Boolean).slice(0, 4)
  const above = steps.map((_, index) => new URL(`/${steps.slice(0, index).join('/')}`, auth))
  const own = above.length > 0 ? above : [new URL('/', auth)]
  if (!provider.mcp_server_url) return own
  const mcp = new URL(provider.mcp_server_url)
  return [...(await authorizationServersOf(mcp, fetch)), new URL('/', mcp), ...own]
}

/** What an MCP server says about who gives access to it; nothing where it says nothing. */
async function authorizationServersOf(mcp: URL, fetch: oauth.CustomFetch): Promise<URL[]> {
  for (const wellKnown of wellKnownNames('oauth-protected-resource', mcp)) {
    const response = await fetch(wellKnown.href, {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    const body: unknown = response.ok ? await response.json().catch(() => null) : null
    const { authorization_servers: servers } = (body ?? {}) as { authorization_servers?: unknown }
    const urls = Array.isArray(servers) ? servers : []
    const found = urls.filter((url) => typeof url === 'string' && URL.canParse(url))
    if (found.length > 0) return found.slice(0, 3).map((url) => new URL(url))
  }
  return []
}

function wellKnownOf(issuer: URL): URL[] {
  const openid = new URL(issuer)
  openid.pathname = `${issuer.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`
  return [wellKnownNames('oauth-authorization-server', issuer)[0] ?? openid, openid]
}

/** RFC 8615 as RFC 8414 and 9728 use it: with the path behind it first, then without. */
function wellKnownNames(name: string, address: URL): URL[] {
  const path = address.pathname.replace(/\/$/, '')
  const bare = new URL(`/.well-known/${name}`, address)
  return path ? [new URL(`/.well-known/${name}${path}`, address), bare] : [bare]
}

async function metadataAt(
  wellKnown: URL,
  issuer: URL,
  fetch: oauth.CustomFetch,
): Promise<oauth.ServerMetadata | null> {
  const configuration = await oauth.discovery(
    wellKnown,
    'not-registered-yet',
    undefined,
    oauth.None(),
    requestOptions(fetch),
  )
  const metadata = configuration.serverMetadata()
  // Who claims to be another issuer is not asked.
  return new URL(metadata.issuer).href === issuer.href ? metadata : null
}

/** The provider is there, and has no such document. */
function isRefusal(error: Error): boolean {
  return [
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_PARSE_ERROR',
  ].includes(String((error as { code?: unknown }).code))
}
