import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  AuthAuthenticateResponse,
  AuthWaitResponse,
  OAuthConnection,
} from '../../../src/contract/control-plane/oauth-connections.ts'
import type { OAuthProviderResponse } from '../../../src/contract/control-plane/oauth-providers.ts'
import { Cluster } from '../../../src/server/cluster/cluster.ts'
import {
  type ControlPlane,
  createControlPlane,
} from '../../../src/server/control-plane/control-plane.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { reachOf } from '../../../src/server/outgoing/address-policy.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { faults } from './bench.ts'
import {
  agree,
  clientSecret,
  type OpenIdProvider,
  resourcePath,
  startOpenIdProvider,
} from './openid-provider.ts'
import { recordingHost } from './recording-host.ts'

const apiKey = 'qd_test-key-of-the-control-plane'
let app: Hono
let server: Server
let baseUrl: string
let provider: OpenIdProvider
let database: Database
let plane: ControlPlane
let folder: string
let reported: Error[]
let now: Date

beforeAll(async () => {
  server = createAdaptorServer({ fetch: (request) => app.fetch(request) }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = await startOpenIdProvider({
    redirectUris: ['acme', 'other'].map((id) => `${baseUrl}/v2/auth/callback/${id}`),
  })
})
afterAll(async () => {
  await provider?.close()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

beforeEach(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-oauth-'))
  reported = []
  now = new Date()
  provider.tokenRequests.length = 0
  provider.paths.length = 0
  plane = await startPlane()
  app = appOf(plane)
})
afterEach(async () => {
  await plane?.stop()
  await rm(folder, { recursive: true, force: true })
  expect(reported).toEqual([])
})

function startPlane() {
  return createControlPlane({
    database,
    cluster: new Cluster({ database, dataDir: null, report: (error) => reported.push(error) }),
    host: recordingHost(),
    apiKey: () => apiKey,
    secretBox: secretBox('a secret key for tests, long enough'),
    folders: {
      builds: path.join(folder, 'builds'),
      packageCache: path.join(folder, 'cache'),
      working: path.join(folder, 'working'),
    },
    agentUrl: (name) => `http://agents.test/${name}`,
    baseUrl,
    isForbidden: (ip) => reachOf(ip) === 'never',
    pushPollMs: 3_600_000,
    now: () => now,
    report: (error) => reported.push(error),
  })
}

function appOf({ routes }: ControlPlane): Hono {
  const made = new Hono()
  answerErrors(made, (error) => reported.push(error))
  made.route('/', routes)
  return made
}

const send = (method: string, at: string, body?: unknown, headers: HeadersInit = {}) =>
  fetch(baseUrl + at, {
    method,
    headers: { 'x-api-key': apiKey, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const json = async <Answer>(method: string, at: string, body?: unknown) =>
  (await (await send(method, at, body)).json()) as Answer

async function record(changes: object = {}): Promise<void> {
  const response = await send('POST', '/v2/auth/providers', {
    provider_id: 'acme',
    name: 'Acme',
    client_id: 'post',
    client_secret: clientSecret,
    auth_url: `${provider.issuer}/auth`,
    token_url: `${provider.issuer}/token`,
    ...changes,
  })
  expect(response.status).toBe(200)
}

const ada = { user_id: 'ada', provider: 'acme', scopes: ['read'] }
const authenticate = (changes: object = {}, query = '') =>
  json<AuthAuthenticateResponse>('POST', `/v2/auth/authenticate${query}`, { ...ada, ...changes })
const wait = (begun: AuthAuthenticateResponse, timeout = 0) =>
  send('GET', `/v2/auth/wait/${begun.auth_id}?timeout=${timeout}`)
const told = async (response: Response) => (await response.json()) as { detail: string }

/** The person agrees, and comes back with the provider's answer. */
const back = (begun: AuthAuthenticateResponse, options: { isDenied?: boolean } = {}) =>
  agree(begun.url ?? '', { callback: `${baseUrl}/v2/auth/callback/`, ...options })

/** The whole way; answers the access token. */
async function connect(changes: object = {}): Promise<string> {
  const begun = await authenticate(changes)
  expect(begun).toMatchObject({ status: 'pending', token: null })
  const page = await fetch(await back(begun))
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Connected to')])
  const end = (await (await wait(begun)).json()) as AuthWaitResponse
  expect(end.status).toBe('completed')
  return end.token ?? ''
}

describe('§2.1 the authorization code flow with a real provider', () => {
  it.each([
    ['client_secret_post, no PKCE', { client_id: 'post' }, null],
    [
      'client_secret_basic, S256',
      { client_id: 'basic', token_endpoint_auth_method: 'client_secret_basic', uses_pkce: true },
      'S256',
    ],
    [
      'client_secret_post, plain',
      { client_id: 'post', uses_pkce: true, code_challenge_method: 'plain' },
      'plain',
    ],
    [
      'a public client, which uses PKCE always',
      { client_id: 'public', client_secret: null, token_endpoint_auth_method: 'none' },
      'S256',
    ],
  ])('%s', async (_name, changes, method) => {
    await record(changes)
    const begun = await authenticate()
    const url = new URL(begun.url ?? '')
    expect(url.searchParams.get('code_challenge_method')).toBe(method)
    expect(url.searchParams.get('redirect_uri')).toBe(`${baseUrl}/v2/auth/callback/acme`)
    const token = await connect()
    expect(token.length).toBeGreaterThan(20)
    const [request] = provider.tokenRequests
    const sent = new URLSearchParams(request?.body)
    expect(sent.has('code_verifier')).toBe(method !== null)
    expect(sent.get('client_secret')).toBe(changes.client_id === 'post' ? clientSecret : null)
    expect(request?.authorization?.startsWith('Basic ') ?? false).toBe(
      changes.client_id === 'basic',
    )
    // Asked again, it is there.
    expect(await authenticate()).toEqual({ status: 'completed', url: null, auth_id: null, token })
  })

  it('sends the additional parameters, and the scopes that were asked for', async () => {
    await record({ authorization_params: { login_hint: 'ada', audience: 'x' } })
    const { searchParams } = new URL((await authenticate({ scopes: ['read', 'write'] })).url ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      login_hint: 'ada',
      audience: 'x',
      scope: 'read write',
      response_type: 'code',
      client_id: 'post',
    })
  })

  it('a user who signs in with OpenID gets an access token as well', async () => {
    await record()
    expect(await connect({ scopes: ['openid', 'read'] })).not.toBe('')
  })

  it('tells tokens of users and of agents apart, and asks again for a scope that is new', async () => {
    await record()
    const token = await connect()
    expect((await authenticate({ user_id: 'bob' })).status).toBe('pending')
    expect((await authenticate({ agent_id: 'helper' })).status).toBe('pending')
    const more = await authenticate({ scopes: ['write'] })
    expect(new URL(more.url ?? '').searchParams.get('scope')).toBe('read write')
    await fetch(await back(more))
    const both = await authenticate({ scopes: ['write', 'read'] })
    expect(both.status).toBe('completed')
    expect(both.token).not.toBe(token)
  })

  it('a caller who must not see the token gets none', async () => {
    await record()
    const begun = await authenticate()
    await fetch(await back(begun))
    const hidden = await send('GET', `/v2/auth/wait/${begun.auth_id}?include_token=false`)
    expect(await hidden.json()).toEqual({ status: 'completed', token: null })
    const again = await authenticate({}, '?include_token=false')
    expect(again).toEqual({ status: 'completed', url: null, auth_id: null, token: null })
  })
})

describe('dynamic clients', () => {
  const dynamic = { client_id: 'to-be-registered', client_secret: null, is_dynamic_client: true }
  const shown = () => json<OAuthProviderResponse>('GET', '/v2/auth/providers/acme')

  it('§2.1 registers itself where the provider’s metadata say, once', async () => {
    await record({ ...dynamic, uses_pkce: true })
    const [one, two] = await Promise.all([authenticate(), authenticate({ user_id: 'bob' })])
    const id = (await shown()).client_id
    expect(id).not.toBe(dynamic.client_id)
    expect(await provider.redirectUrisOf(id)).toEqual([`${baseUrl}/v2/auth/callback/acme`])
    for (const begun of [one, two]) {
      expect(new URL(begun.url ?? '').searchParams.get('client_id')).toBe(id)
      expect((await fetch(await back(begun))).status).toBe(200)
    }
    expect(provider.paths.filter((at) => at === '/reg')).toHaveLength(1)
    await authenticate({ user_id: 'carl' })
    expect((await shown()).client_id).toBe(id)
    // Where the record changes, the client is registered anew.
    await send('PATCH', '/v2/auth/providers/acme', {
      token_endpoint_auth_method: 'client_secret_basic',
    })
    await connect({ user_id: 'dora' })
    expect((await shown()).client_id).not.toBe(id)
  })

  it('§2.1 finds the provider of an MCP server, and asks for tokens for that server', async () => {
    await record({
      ...dynamic,
      uses_pkce: true,
      token_endpoint_auth_method: 'none',
      mcp_server_url: provider.issuer + resourcePath,
    })
    const begun = await authenticate()
    const { searchParams } = new URL(begun.url ?? '')
    expect(searchParams.get('resource')).toBe(provider.issuer + resourcePath)
    await connect()
    expect(provider.paths).toContain(`/.well-known/oauth-protected-resource${resourcePath}`)
    const body = new URLSearchParams(provider.tokenRequests[0]?.body)
    expect(body.get('resource')).toBe(provider.issuer + resourcePath)
  })

  it('a provider that registers nobody is told as such', async () => {
    const bare = createServer((_request, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    await record({ ...dynamic, auth_url: `${at}/auth`, token_url: `${at}/token` })
    const response = await send('POST', '/v2/auth/authenticate', ada)
    bare.close()
    expect(response.status).toBe(502)
    expect((await told(response)).detail).toContain('where clients register themselves')
  })
})

describe('tokens', () => {
  const rows = () => database.query<object>('select * from oauth_connections')
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }

  it('are encrypted where they are kept, and the verifier and the state of an authorization too', async () => {
    await record({ uses_pkce: true })
    const begun = await authenticate()
    const state = new URL(begun.url ?? '').searchParams.get('state') ?? ''
    const attempts = JSON.stringify(await database.query('select * from oauth_attempts'))
    expect(attempts).not.toContain(state)
    await fetch(await back(begun))
    const verifier = new URLSearchParams(provider.tokenRequests[0]?.body).get('code_verifier') ?? ''
    expect(attempts).not.toContain(verifier)
    const { token } = await authenticate()
    expect(JSON.stringify(await rows())).not.toContain(token)
  })

  it('are refreshed when they are about to end, once for all who ask at that moment', async () => {
    await record()
    const first = await connect()
    later(3_600 - 60)
    const all = await Promise.all([authenticate(), authenticate(), authenticate()])
    expect(new Set(all.map((answer) => answer.status))).toEqual(new Set(['completed']))
    const [second] = all.map((answer) => answer.token)
    expect(second).not.toBe(first)
    expect(new Set(all.map((answer) => answer.token)).size).toBe(1)
    const grants = provider.tokenRequests.map(({ body }) =>
      new URLSearchParams(body).get('grant_type'),
    )
    expect(grants).toEqual(['authorization_code', 'refresh_token'])
    later(3_600)
    expect((await authenticate()).token).not.toBe(second)
  })

  it('are refreshed once where several servers share a database', async () => {
    await record()
    await connect()
    later(3_600 - 60)
    const other = await startPlane()
    const asked = {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body: JSON.stringify(ada),
    }
    const [here, there] = await Promise.all([
      authenticate(),
      appOf(other).request('/v2/auth/authenticate', asked),
    ])
    expect(here.status).toBe('completed')
    expect(await there.json()).toEqual(here)
    await other.stop()
    expect(provider.tokenRequests).toHaveLength(2)
  })

  it('are asked for again when the provider does not refresh them any more', async () => {
    await record()
    await connect()
    await provider.forgetGrants()
    later(3_600)
    expect(await authenticate()).toMatchObject({ status: 'pending', token: null })
    expect(await rows()).toEqual([])
  })

  it('are still told while they are good and the provider is down, and then 502', async () => {
    await record()
    const token = await connect()
    await database.query(
      `update oauth_providers set token_url = 'http://127.0.0.1:9/token' where provider_id = 'acme'`,
    )
    later(3_600 - 60)
    expect((await authenticate()).token).toBe(token)
    later(120)
    const response = await send('POST', '/v2/auth/authenticate', ada)
    expect(response.status).toBe(502)
    expect((await told(response)).detail).toBe(
      'The provider “Acme” did not do its part. It could not be reached (ECONNREFUSED).',
    )
  })

  it('are listed without the tokens, and forgotten and revoked', async () => {
    await record({ client_secret: null, is_dynamic_client: true })
    const token = await connect()
    const list = await json<OAuthConnection[]>(
      'GET',
      '/v2/auth/connections?provider=acme&user_id=ada',
    )
    expect(list).toEqual([
      {
        id: expect.any(String),
        provider: 'acme',
        user_id: 'ada',
        agent_id: null,
        scopes: ['read'],
        expires_at: expect.any(String),
        is_refreshable: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect(JSON.stringify(list)).not.toContain(token)
    expect(await json('GET', '/v2/auth/connections?user_id=bob')).toEqual([])
    const at = `/v2/auth/connections/${list[0]?.id}`
    expect(await json('DELETE', at)).toEqual({ is_revoked: true })
    expect(provider.paths).toContain('/token/revocation')
    expect((await send('DELETE', at)).status).toBe(404)
    expect((await authenticate()).status).toBe('pending')
  })

  it('go when the record is deleted, or its client or token address becomes another', async () => {
    await record()
    await connect()
    await send('PATCH', '/v2/auth/providers/acme', { name: 'Acme Inc.', client_id: 'post' })
    expect(await rows()).toHaveLength(1)
    const begun = await authenticate({ scopes: ['write'] })
    await send('PATCH', '/v2/auth/providers/acme', { client_id: 'basic' })
    expect(await rows()).toEqual([])
    expect((await told(await wait(begun))).detail).toContain('record was changed')
    await send('DELETE', '/v2/auth/providers/acme')
    expect(await database.query('select * from oauth_attempts')).toEqual([])
  })
})

describe('what can go wrong', () => {
  it('the person refuses', async () => {
    await record()
    const begun = await authenticate()
    const page = await fetch(await back(begun, { isDenied: true }))
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('No access was granted')
    const response = await wait(begun)
    expect(response.status).toBe(409)
    expect((await told(response)).detail).toContain('refused')
    expect((await authenticate()).status).toBe('pending')
  })

  it('the answer comes a second time, or too late, or for another provider, or with another state', async () => {
    await record()
    await record({ provider_id: 'other' })
    const begun = await authenticate()
    const answer = await back(begun)
    const elsewhere = await fetch(answer.replace('/acme?', '/other?'))
    expect(elsewhere.status).toBe(400)
    const guessed = new URL(answer)
    guessed.searchParams.set('state', 'guessed')
    expect((await fetch(guessed)).status).toBe(400)
    expect((await fetch(answer, { method: 'HEAD' })).status).toBe(400)
    expect((await fetch(answer)).status).toBe(200)
    expect((await fetch(answer)).status).toBe(400)
    expect(provider.tokenRequests).toHaveLength(1)

    const late = await authenticate({ user_id: 'bob' })
    const lateAnswer = await back(late)
    now = new Date(now.getTime() + 11 * 60_000)
    expect((await told(await wait(late))).detail).toContain('within ten minutes')
    const page = await fetch(lateAnswer)
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('too long')])
  })

  it('the code is not good', async () => {
    await record()
    const begun = await authenticate()
    const answer = new URL(await back(begun))
    answer.searchParams.set('code', 'made-up')
    const page = await fetch(answer)
    expect(page.status).toBe(502)
    expect(await page.text()).toContain('does not accept the code')
    expect((await told(await wait(begun))).detail).toContain('does not accept the code')
  })

  it('another provider answers in its name', async () => {
    await record({ client_secret: null, is_dynamic_client: true })
    const begun = await authenticate()
    const answer = new URL(await back(begun))
    expect(answer.searchParams.get('iss')).toBe(provider.issuer)
    answer.searchParams.set('iss', 'https://evil.example')
    expect((await fetch(answer)).status).toBe(502)
    expect(provider.tokenRequests).toEqual([])
  })

  it('the client secret is not good, and is told nowhere', async () => {
    await record({ client_secret: 'wrong-secret-of-the-client' })
    const begun = await authenticate()
    const page = await (await fetch(await back(begun))).text()
    expect(page).toContain('does not accept the id or the secret')
    expect(page + (await (await wait(begun)).text())).not.toContain('wrong-secret')
  })

  it.each([
    ['169.254.169.254', 'http://169.254.169.254/token'],
    ['as a number', 'http://2852039166/token'],
    ['inside IPv6', 'http://[::ffff:169.254.169.254]/token'],
    ['of IPv6', 'http://[fd00:ec2::254]/token'],
    ['link-local', 'http://[fe80::1]/token'],
  ])('the token address is a metadata service: %s', async (_name, token_url) => {
    await record()
    const begun = await authenticate()
    const answer = await back(begun)
    await database.query('update oauth_providers set token_url = $1', [token_url])
    const page = await fetch(answer)
    expect(page.status).toBe(502)
    expect(await page.text()).toContain('does not connect to')
  })

  it('the token endpoint redirects: the secret does not follow', async () => {
    const seen: string[] = []
    const trap = createServer((request, response) => {
      seen.push(request.url ?? '')
      response.writeHead(307, { location: '/stolen' }).end()
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    await record()
    const begun = await authenticate()
    const answer = await back(begun)
    const at = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/token`
    await database.query('update oauth_providers set token_url = $1', [at])
    const page = await fetch(answer)
    trap.close()
    expect([page.status, seen]).toEqual([502, ['/token']])
    expect(await page.text()).toContain('redirect')
  })

  it('the page runs nothing, loads nothing and is kept nowhere', async () => {
    const page = await fetch(`${baseUrl}/v2/auth/callback/acme?state=%3Cscript%3E&error=%3Cb%3E`)
    expect(page.status).toBe(400)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).not.toContain('<script')
  })
})

describe('waiting', () => {
  it('answers at the moment when the person comes back', async () => {
    await record()
    const begun = await authenticate()
    const answer = await back(begun)
    const waiting = wait(begun, 60)
    await fetch(answer)
    expect(await (await waiting).json()).toMatchObject({ status: 'completed' })
  })

  it('says pending at once, timeout after the time, and not_found for what is unknown', async () => {
    await record()
    const begun = await authenticate()
    expect(await (await wait(begun)).json()).toEqual({ status: 'pending', token: null })
    expect(await (await wait(begun, 1)).json()).toEqual({ status: 'timeout', token: null })
    for (const auth_id of ['nobody', '00000000-0000-4000-8000-000000000000']) {
      expect(await (await wait({ status: '', auth_id }, 60)).json()).toMatchObject({
        status: 'not_found',
      })
    }
    expect(await faults(await wait(begun, 601))).toEqual(['query.timeout'])
  })

  it('goes on in another process, and a restart forgets nothing', async () => {
    await record()
    const begun = await authenticate()
    const answer = await back(begun)
    const waiting = wait(begun, 60)
    const other = await startPlane()
    const { pathname, search } = new URL(answer)
    expect((await appOf(other).request(pathname + search)).status).toBe(200)
    expect(await (await waiting).json()).toMatchObject({ status: 'completed' })
    await other.stop()
  })

  it('ends when the server stops', async () => {
    await record()
    const begun = await authenticate()
    const waiting = wait(begun, 60)
    await plane.stop()
    expect(await (await waiting).json()).toEqual({ status: 'pending', token: null })
  })
})

describe('§5.2 who may', () => {
  it('a key may as header or bearer; without one nobody, but the callback needs none', async () => {
    await record()
    const none = { 'x-api-key': '' }
    const bearer = { ...none, authorization: `Bearer ${apiKey}` }
    const tenant = await json<OAuthProviderResponse>('GET', '/v2/auth/providers/acme')
    const withTenant = { ...none, 'x-tenant-id': tenant.organization_id }
    expect((await send('POST', '/v2/auth/authenticate', ada, bearer)).status).toBe(200)
    // Tokens are no matter of an identifier.
    for (const headers of [none, withTenant]) {
      expect((await send('POST', '/v2/auth/authenticate', ada, headers)).status).toBe(401)
      expect((await send('GET', '/v2/auth/wait/x', undefined, headers)).status).toBe(401)
      expect((await send('GET', '/v2/auth/connections', undefined, headers)).status).toBe(401)
    }
    const callback = '/v2/auth/callback/acme'
    expect((await send('GET', callback, undefined, none)).status).toBe(400)
    expect((await send('POST', callback, {}, none)).status).toBe(401)
    expect((await send('GET', `${callback}/x`, undefined, none)).status).toBe(401)
  })

  it('§2.2 bad input is 422 with its location, an unknown provider 404', async () => {
    const post = (changes: object) => send('POST', '/v2/auth/authenticate', { ...ada, ...changes })
    expect(await faults(await post({ user_id: ' ' }))).toEqual(['body.user_id'])
    expect(await faults(await post({ scopes: ['a b'] }))).toEqual(['body.scopes.0'])
    expect(await faults(await post({ provider: '../x', scopes: null }))).toEqual([
      'body.provider',
      'body.scopes',
    ])
    expect(await faults(await post({ user_id: 'a\0' }))).toEqual(['body.user_id'])
    expect(await faults(await send('GET', '/v2/auth/callback/%20'))).toEqual(['path.provider_id'])
    expect((await post({})).status).toBe(404)
  })
})
