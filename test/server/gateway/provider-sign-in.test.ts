import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import type { User } from '../../../src/contract/gateway/users.ts'
import type { Database } from '../../../src/server/db/database.ts'
import type { ProviderSettings } from '../../../src/server/gateway/oidc/provider-settings.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import {
  agree,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../control-plane/openid-provider.ts'
import { startGateway, startUpstream, type TestGateway, type Upstream } from './bench.ts'

const password = 'open sesame'
/** How browsers reach the server, by its settings: what it answers there is asked of its socket. */
const publicUrl = 'http://deck.test'
const callback = `${publicUrl}/gateway/session/provider/callback`

const people = {
  ada: { preferred_username: 'Ada Lovelace', email: 'ada@example.com', groups: ['deck-admins'] },
  eve: { preferred_username: 'eve', groups: ['others', 'deck-people'] },
  mallory: { preferred_username: 'admin', groups: ['deck-people'] },
  nobody: { preferred_username: 'nobody', groups: ['others'] },
}

let upstream: Upstream
let database: Database
let provider: OpenIdProvider
let running: TestGateway
let warned: string[]
let now: () => Date

let shared: OpenIdProvider
beforeAll(async () => {
  shared = await startOpenIdProvider({
    redirectUris: [callback],
    people,
    signedOutUris: [`${publicUrl}/`],
  })
})
afterAll(() => shared?.close())
beforeEach(async () => {
  upstream = await startUpstream()
  database = await emptyDatabase()
  provider = shared
  provider.tokenRequests.length = 0
  warned = []
  now = () => new Date()
  running = await start()
})
afterEach(async () => {
  await running?.close()
  await upstream?.close()
})

const settings = (): ProviderSettings => ({
  name: 'Acme',
  issuer: provider.issuer,
  clientId: 'basic',
  clientSecret,
  scopes: 'openid profile email',
  nameClaim: 'preferred_username',
  roleClaim: 'groups',
  roles: [
    { value: 'deck-people', role: 'viewer' },
    { value: 'deck-admins', role: 'admin' },
  ],
  defaultRole: null,
})

function start(changes: Partial<ProviderSettings> = {}, hasPasswords = true) {
  return startGateway({
    upstream,
    password,
    database,
    publicUrl,
    hasPasswords,
    provider: { ...settings(), ...changes },
    now: () => now(),
    warn: (sentence) => warned.push(sentence),
  })
}

async function startAgain(changes: Partial<ProviderSettings> = {}, hasPasswords = true) {
  await running.close()
  running = await start(changes, hasPasswords)
}

/** A browser that has cookies of the console's server, and follows nothing by itself. */
function browser() {
  const cookies = new Map<string, string>()
  const call = async (method: string, address: string, body?: unknown) => {
    const response = await fetch(address.replace(publicUrl, running.origin), {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const json = async <Answer>(method: string, path: string, body?: unknown) =>
    (await (await call(method, publicUrl + path, body)).json()) as Answer
  /** To the provider: where the button leads. */
  const begin = async (returnTo?: string) => {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
    const response = await call('GET', `${publicUrl}/gateway/session/provider${query}`)
    return response.headers.get('location') ?? ''
  }
  return {
    call,
    json,
    begin,
    /** There and back: where the person ends. */
    async signIn(login: string, { returnTo = '/c/local/runs', isDenied = false } = {}) {
      const back = await agree(await begin(returnTo), { callback, login, isDenied })
      return (await call('GET', back)).headers.get('location')
    },
  }
}

const session = (page: ReturnType<typeof browser>) =>
  page.json<{ signed_in: boolean; role: string; user: User }>('GET', '/gateway/session')

async function boss() {
  const page = browser()
  await page.json('POST', '/gateway/session', { password })
  return page
}

describe('signing in by a provider', () => {
  it('is offered, with PKCE, state and nonce, and leads back to the page that was asked for', async () => {
    const page = browser()
    expect(await page.json('GET', '/gateway/session')).toEqual({
      required: true,
      signed_in: false,
      role: null,
      user: null,
      expires_at: null,
      provider: { name: 'Acme', sign_in_url: `${publicUrl}/gateway/session/provider` },
    })
    const { searchParams } = new URL(await page.begin())
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'basic',
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await page.signIn('eve', { returnTo: '/c/local/runs?status=error' })).toBe(
      '/c/local/runs?status=error',
    )
    expect(await session(page)).toMatchObject({
      signed_in: true,
      role: 'viewer',
      user: { name: 'eve', is_from_provider: true, has_password: false },
    })
    expect((await page.call('GET', `${publicUrl}/gateway/connections`)).status).toBe(200)
  })

  it('makes the user at the first time and follows the groups at every time', async () => {
    expect(await browser().signIn('ada')).toBe('/c/local/runs')
    const page = await boss()
    const users = () => page.json<User[]>('GET', '/gateway/users')
    const [ada] = await users()
    expect(ada).toMatchObject({ name: 'ada-lovelace', role: 'admin', is_from_provider: true })
    expect(ada).not.toHaveProperty('password_hash')
    expect(ada).not.toHaveProperty('provider_subject')

    const before = browser()
    await before.signIn('ada')
    await startAgain({ roles: [{ value: 'deck-admins', role: 'operator' }] })
    const after = browser()
    await after.signIn('ada')
    expect((await session(after)).role).toBe('operator')
    expect((await session(before)).signed_in).toBe(false)
    expect((await users()).map(({ name, role }) => `${name} ${role}`)).toEqual([
      'ada-lovelace operator',
      'admin admin',
    ])
  })

  it('finds the groups in the ID token as well, under a name of more parts, and one text', async () => {
    provider = await startOpenIdProvider({
      redirectUris: [callback],
      tellsInToken: true,
      people: { ada: { preferred_username: 'ada', groups: { deck: 'boss' } } },
    })
    await startAgain({ roleClaim: 'groups.deck', roles: [{ value: 'boss', role: 'operator' }] })
    const page = browser()
    await page.signIn('ada')
    expect((await session(page)).role).toBe('operator')
    expect(provider.paths).not.toContain('/me')
    await provider.close()
  })

  it('works for a public client, which proves by PKCE that the code is its own', async () => {
    await startAgain({ clientId: 'public', clientSecret: null })
    expect(await browser().signIn('eve')).toBe('/c/local/runs')
    expect(provider.tokenRequests.at(-1)?.authorization).toBeUndefined()
    expect(provider.tokenRequests.at(-1)?.body).toContain('code_verifier=')
  })

  it('gives nobody the user of another by a name', async () => {
    const page = await boss()
    await page.json('POST', '/gateway/users', {
      name: 'eve',
      role: 'admin',
      password: 'a password',
    })
    const eve = browser()
    await eve.signIn('eve')
    expect(await session(eve)).toMatchObject({ role: 'viewer', user: { name: 'eve-2' } })
    const mallory = browser()
    await mallory.signIn('mallory')
    expect(await session(mallory)).toMatchObject({ role: 'viewer', user: { name: 'admin-2' } })
  })

  it('refuses to change a role that the provider gives', async () => {
    await browser().signIn('eve')
    const page = await boss()
    const eve = (await page.json<User[]>('GET', '/gateway/users')).find(
      ({ name }) => name === 'eve',
    )
    const address = `${publicUrl}/gateway/users/${eve?.id}`
    const refused = await page.call('PATCH', address, { role: 'admin' })
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { detail: 'What eve may do comes from Acme. Change it there.' },
    ])
    expect((await page.call('PATCH', address, { role: 'viewer', is_disabled: true })).status).toBe(
      200,
    )
    expect(await browser().signIn('eve')).toBe('/c/local/runs?sign_in_fault=disabled')
  })

  it('leads nobody to another site, or to what is no page', async () => {
    for (const returnTo of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/gateway/connections/local/tracing/api/v1/feedback/tokens/x',
      'runs',
    ]) {
      expect([returnTo, await browser().signIn('eve', { returnTo })]).toEqual([returnTo, '/'])
    }
  })
})

describe('nobody is signed in, and the page is told why, when', () => {
  const refused = async (login: string, isDenied = false) => {
    const page = browser()
    const place = await page.signIn(login, { isDenied })
    expect((await session(page)).signed_in).toBe(false)
    return place
  }

  it('the person says no', async () => {
    expect(await refused('ada', true)).toBe('/c/local/runs?sign_in_fault=refused')
  })

  it('they have no role here; who had one loses what is open', async () => {
    expect(await refused('nobody')).toBe('/c/local/runs?sign_in_fault=no_role')
    expect(warned).toEqual([
      'Nobody was signed in by “Acme”. nobody has no role here: “groups” is others.',
    ])
    const eve = browser()
    await eve.signIn('eve')
    await startAgain({ roles: [{ value: 'deck-admins', role: 'admin' }] })
    expect((await session(eve)).signed_in).toBe(true)
    expect(await refused('eve')).toBe('/c/local/runs?sign_in_fault=no_role')
    expect((await session(eve)).signed_in).toBe(false)
    await startAgain({ roles: [], defaultRole: 'reviewer' })
    const nobody = browser()
    await nobody.signIn('nobody')
    expect((await session(nobody)).role).toBe('reviewer')
  })

  it('the answer is brought by another browser, twice, late, or with another state', async () => {
    const page = browser()
    const back = await agree(await page.begin('/c/local/runs'), { callback, login: 'eve' })
    const at = async (who: ReturnType<typeof browser>, address = back) =>
      (await who.call('GET', address)).headers.get('location')
    expect(await at(browser())).toBe('/?sign_in_fault=state')
    const other = browser()
    const mixed = new URL(await agree(await other.begin(), { callback, login: 'eve' }))
    mixed.searchParams.set('state', new URL(back).searchParams.get('state') ?? '')
    expect(await at(other, mixed.href)).toBe('/?sign_in_fault=state')
    expect(provider.tokenRequests).toEqual([])
    expect(await at(page)).toBe('/c/local/runs')
    expect(await at(page)).toBe('/?sign_in_fault=state')

    const late = browser()
    const answer = await agree(await late.begin(), { callback, login: 'eve' })
    now = () => new Date(Date.now() + 10 * 60_000)
    expect(await at(late, answer)).toBe('/?sign_in_fault=state')
  })

  it('the code is another one, by which the verifier and the nonce are not right', async () => {
    const [one, two] = [browser(), browser()]
    const first = new URL(await agree(await one.begin(), { callback, login: 'eve' }))
    const second = new URL(await agree(await two.begin(), { callback, login: 'ada' }))
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    const place = (await one.call('GET', first.href)).headers.get('location')
    expect(place).toBe('/?sign_in_fault=answer')
    expect((await session(one)).signed_in).toBe(false)
  })

  it.each([
    ['fast', 3 * 3_600_000],
    ['slow', -3 * 3_600_000],
  ])('the clock of this server is %s', async (_word, ms) => {
    now = () => new Date(Date.now() + ms)
    expect(await refused('eve')).toBe('/c/local/runs?sign_in_fault=clock')
  })

  it('the provider does not know the secret', async () => {
    await startAgain({ clientSecret: 'not-the-secret-of-the-client' })
    expect(await refused('eve')).toBe('/c/local/runs?sign_in_fault=client')
    expect(warned.join()).toContain('does not accept the id or the secret')
    expect(warned.join()).not.toContain('not-the-secret')
  })

  it('the provider is away, before or after', async () => {
    provider = await startOpenIdProvider({ redirectUris: [callback], people })
    await startAgain()
    const page = browser()
    const back = await agree(await page.begin('/c/local/runs'), { callback, login: 'eve' })
    await provider.close()
    const place = (await page.call('GET', back)).headers.get('location')
    expect(place).toBe('/c/local/runs?sign_in_fault=away')
    await startAgain()
    expect(await page.begin('/c/local/runs?sign_in_fault=state')).toBe(
      '/c/local/runs?sign_in_fault=away',
    )
  })

  it('too many tries of one address failed', async () => {
    const page = browser()
    for (let tries = 0; tries < 5; tries += 1) await page.call('GET', `${callback}?state=made-up`)
    expect(await page.signIn('eve')).toBe('/c/local/runs?sign_in_fault=too_many')
    now = () => new Date(Date.now() + 61_000)
    expect(await page.signIn('eve')).toBe('/c/local/runs')
  })
})

it('signs out here, and leads to the provider to be signed out there', async () => {
  const page = browser()
  await page.signIn('eve')
  const ended = await page.json<{ signed_in: boolean; sign_out_url: string }>(
    'DELETE',
    '/gateway/session',
  )
  const url = new URL(ended.sign_out_url)
  expect([ended.signed_in, url.origin]).toEqual([false, provider.issuer])
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/`)
  expect((await fetch(url)).status).toBe(200)
  expect((await session(page)).signed_in).toBe(false)
  const [row] = await database.query<{ count: string }>('select count(*) from operator_sessions')
  expect(Number(row?.count)).toBe(0)
  // Whoever signed in with a password is led nowhere.
  expect(await (await boss()).json('DELETE', '/gateway/session')).not.toHaveProperty('sign_out_url')
})

it('keeps passwords, until they are turned off; turned on again they are as they were', async () => {
  const page = await boss()
  await page.json('POST', '/gateway/users', { name: 'bob', role: 'viewer', password: 'a password' })
  const signIn = async () => {
    const response = await browser().call('POST', `${publicUrl}/gateway/session`, {
      name: 'bob',
      password: 'a password',
    })
    return response.status
  }
  expect(await signIn()).toBe(200)
  await startAgain({}, false)
  expect(await signIn()).toBe(403)
  expect(await browser().json('GET', '/gateway/session')).toMatchObject({ has_passwords: false })
  expect(await browser().signIn('ada')).toBe('/c/local/runs')
  await startAgain()
  expect(await signIn()).toBe(200)
})

it('lets nobody sign in with a password, or change it, who has none', async () => {
  const eve = browser()
  await eve.signIn('eve')
  const signIn = await browser().call('POST', `${publicUrl}/gateway/session`, {
    name: 'eve',
    password: 'nobody',
  })
  expect(signIn.status).toBe(401)
  const change = await eve.call('POST', `${publicUrl}/gateway/session/password`, {
    current_password: 'x',
    new_password: 'a new password',
  })
  expect(change.status).toBe(409)
})

it('writes who came, and who was refused, into the audit log, and nothing of strangers', async () => {
  await browser().signIn('eve')
  await browser().signIn('nobody')
  await browser().call('GET', `${callback}?state=made-up&error=access_denied`)
  const page = await boss()
  const { resources } = await page.json<{ resources: AuditEntry[] }>('GET', '/gateway/audit')
  const shown = resources.map(({ action, user_name, result }) => [action, user_name, result])
  expect(shown).toEqual([
    ['createSession', 'admin', 'done'],
    ['endProviderSignIn', 'nobody', 'refused'],
    ['endProviderSignIn', 'eve', 'done'],
  ])
})

it('answers 404 where there is no provider', async () => {
  await running.close()
  running = await startGateway({ upstream, password, database })
  for (const path of ['', '/callback']) {
    const response = await browser().call('GET', `${publicUrl}/gateway/session/provider${path}`)
    expect(response.status).toBe(404)
  }
})
