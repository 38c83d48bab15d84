import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'

/** A real OpenID provider on a free port, with three kinds of clients and dynamic registration. */
export interface OpenIdProvider {
  readonly issuer: string
  /** Requests that its token endpoint got: who they said they are. */
  readonly tokenRequests: { authorization: string | undefined; body: string }[]
  /** Every path that was asked for. */
  readonly paths: string[]
  /** Where it sends people of the client with this id back to, or undefined. */
  redirectUrisOf(id: string): Promise<readonly string[] | undefined>
  /** Ends everything that people agreed to: refresh tokens are good no more. */
  forgetGrants(): Promise<void>
  close(): Promise<void>
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

export const clientSecret = 'the-secret-of-the-client'
/** What an MCP server at the provider's own origin is called. */
export const resourcePath = '/mcp'

export async function startOpenIdProvider(options: {
  redirectUris: string[]
  tokenSeconds?: number
  /** What it says of people by the name that they sign in with, in their ID tokens or only where it is asked. */
  people?: Record<string, Record<string, unknown>>
  /** Also in ID tokens. */
  tellsInToken?: boolean
  /** Where it leads people who signed out. */
  signedOutUris?: string[]
  /** Its address has this host name instead of 127.0.0.1. */
  host?: string
}): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`
  const tokenRequests: OpenIdProvider['tokenRequests'] = []
  const paths: string[] = []
  const grants = new Set<string>()
  const make = () => {
    const provider = new Provider(issuer, configuration(issuer, options))
    provider.on('grant.success', (context) => {
      const grantId = context.oidc.entities.Grant?.jti
      if (grantId) grants.add(grantId)
    })
    return { provider, handle: provider.callback() }
  }
  // With the first request: whose addresses it leads back to may be known later than its own.
  let made: ReturnType<typeof make> | undefined
  const known = () => {
    made ??= make()
    return made
  }

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    paths.push(url.pathname)
    if (url.pathname === `/.well-known/oauth-protected-resource${resourcePath}`) {
      const body = { resource: issuer + resourcePath, authorization_servers: [`${issuer}/`] }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
      return
    }
    if (url.pathname === '/auth') request.url = withS256(url)
    if (url.pathname === '/token') {
      const noted = { authorization: request.headers.authorization, body: '' }
      tokenRequests.push(noted)
      note(request, noted)
    }
    known().handle(request, response)
  })

  return {
    issuer,
    tokenRequests,
    paths,
    redirectUrisOf: async (id) => (await known().provider.Client.find(id))?.redirectUris,
    async forgetGrants() {
      const { provider } = known()
      for (const id of grants) {
        await provider.RefreshToken.revokeByGrantId(id)
        await (await provider.Grant.find(id))?.destroy()
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** This provider knows S256 only: a plain challenge is its verifier, so it can be turned into one. */
function withS256(url: URL): string {
  if (url.searchParams.get('code_challenge_method') === 'plain') {
    const verifier = url.searchParams.get('code_challenge') ?? ''
    url.searchParams.set('code_challenge_method', 'S256')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    url.searchParams.set('code_challenge', challenge)
  }
  return url.pathname + url.search
}

function note(request: IncomingMessage, noted: { body: string }): void {
  const emit = request.emit.bind(request)
  request.emit = (event: string, ...rest: unknown[]) => {
    if (event === 'data') noted.body += String(rest[0])
    return emit(event, ...rest)
  }
}

function configuration(
  issuer: string,
  options: Parameters<typeof startOpenIdProvider>[0],
): Configuration {
  const { redirectUris, tokenSeconds = 3_600, people = {}, signedOutUris = [] } = options
  const client = (id: string, method: 'client_secret_post' | 'client_secret_basic' | 'none') => ({
    client_id: id,
    ...(method === 'none' ? {} : { client_secret: clientSecret }),
    token_endpoint_auth_method: method,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: signedOutUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
  })
  return {
    clients: [
      client('post', 'client_secret_post'),
      client('basic', 'client_secret_basic'),
      client('public', 'none'),
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }],
    } as never,
    cookies: { keys: ['a key for cookies of tests'] },
    scopes: ['openid', 'offline_access', 'read', 'write', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
    conformIdTokenClaims: !options.tellsInToken,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ ...people[sub], sub }),
    }),
    issueRefreshToken: async () => true,
    pkce: { required: (_context, { clientId }) => clientId === 'public' },
    ttl: {
      AccessToken: tokenSeconds,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 86_400,
      RefreshToken: 86_400,
    },
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        getResourceServerInfo: (_context, resource) => {
          if (resource !== issuer + resourcePath) throw new Error(`no resource ${resource}`)
          return { scope: 'read write', accessTokenTTL: tokenSeconds, accessTokenFormat: 'opaque' }
        },
      },
    },
  }
}

/**
 * A person with a browser: opens the address, signs in and agrees (or does not), and answers the
 * address that the provider sent them back to, without opening it.
 */
export async function agree(
  url: string,
  options: { callback: string; isDenied?: boolean; login?: string },
): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { url: string; body?: URLSearchParams } = { url }
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(next.url, {
      method: next.body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(next.body ? { body: next.body } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name) cookies.set(name, value ?? '')
    }
    const location = response.headers.get('location')
    if (location) {
      const target = new URL(location, next.url).href
      if (target.startsWith(options.callback)) return target
      next = { url: target }
      continue
    }
    const page = await response.text()
    if (!page.includes('<form'))
      throw new Error(`The provider answered ${response.status}: ${page}`)
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const isEnd = options.isDenied && prompt === 'consent'
    const form = new URLSearchParams({ prompt, login: options.login ?? 'ada', password: 'any' })
    next = isEnd ? { url: `${action}/abort` } : { url: action, body: form }
  }
  throw new Error('The provider never sent the person back.')
}
