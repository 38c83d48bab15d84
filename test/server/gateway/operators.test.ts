import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiToken } from '../../../src/contract/gateway/api-tokens.ts'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import type { User } from '../../../src/contract/gateway/users.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import {
  deploymentAt,
  startGateway,
  startUpstream,
  type TestGateway,
  type Upstream,
} from './bench.ts'

const password = 'open sesame'
let upstream: Upstream
let running: TestGateway
let now: Date
let database: Database
beforeEach(async () => {
  now = new Date('2030-01-01T00:00:00Z')
  upstream = await startUpstream()
  database = await emptyDatabase()
  running = await startGateway({ upstream, password, now: () => now, database })
})
afterEach(async () => {
  await running?.close()
  await upstream?.close()
})
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

/** A browser: keeps the cookie that it was given. */
function browser() {
  let cookie = ''
  return {
    async call(method: string, path: string, body?: unknown) {
      const response = await fetch(running.origin + path, {
        method,
        headers: { cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const set = response.headers.get('set-cookie')
      if (set !== null) cookie = set.split(';')[0] ?? ''
      return response
    },
    async json<Answer>(method: string, path: string, body?: unknown) {
      const response = await this.call(method, path, body)
      expect([path, response.status < 300, response.ok]).toEqual([path, true, true])
      return (await response.json()) as Answer
    },
    async status(method: string, path: string, body?: unknown) {
      const response = await this.call(method, path, body)
      if (response.status >= 400) {
        expect(await response.json()).toEqual({ detail: expect.anything() })
      }
      return response.status
    },
    signIn(name: string | undefined, given: string) {
      return this.call('POST', '/gateway/session', { name, password: given })
    },
  }
}

async function admin() {
  const page = browser()
  expect((await page.signIn(undefined, password)).status).toBe(200)
  return page
}

async function withUser(role: string, name: string = role) {
  const boss = await admin()
  await boss.json('POST', '/gateway/users', { name, role, password: `${name} password` })
  const page = browser()
  expect((await page.signIn(name, `${name} password`)).status).toBe(200)
  return page
}

describe('signing in', () => {
  it('is needed for everything but the session itself', async () => {
    const page = browser()
    for (const path of [
      '/gateway/connections',
      '/gateway/connections/local/control-plane/v2/deployments',
      '/gateway/users',
      '/gateway/audit',
      '/gateway/anything',
    ]) {
      expect([path, await page.status('GET', path)]).toEqual([path, 401])
    }
    expect(await page.json('GET', '/gateway/session')).toEqual({
      required: true,
      signed_in: false,
      role: null,
      user: null,
      expires_at: null,
    })
    expect(upstream.requests).toEqual([])
  })

  it('sets a cookie that no script and no other site can use, for twelve hours', async () => {
    const page = browser()
    const response = await page.signIn('admin', password)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^quarterdeck_session=[\w-]{43}; .*HttpOnly/)
    expect(cookie).toContain('SameSite=Strict')
    expect(cookie).toContain('Path=/gateway')
    expect(cookie).not.toContain('Secure')
    expect(await response.json()).toMatchObject({
      role: 'admin',
      user: { name: 'admin', is_from_environment: true },
      expires_at: '2030-01-01T12:00:00.000Z',
    })
    expect(await page.status('GET', '/gateway/connections')).toBe(200)
    later(12 * 3_600_000 + 1)
    expect(await page.status('GET', '/gateway/connections')).toBe(401)
  })

  it('the cookie is Secure where a trusted proxy says that the browser came by https', async () => {
    await running.close()
    running = await startGateway({ upstream, password, trustedProxies: ['loopback'] })
    const response = await fetch(`${running.origin}/gateway/session`, {
      method: 'POST',
      headers: {
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'deck.example',
        origin: 'https://deck.example',
      },
      body: JSON.stringify({ password }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toContain('; Secure')
  })

  it('survives a restart, and ends by signing out', async () => {
    const page = await admin()
    await running.close()
    running = await startGateway({ upstream, password, now: () => now, database })
    expect(await page.status('GET', '/gateway/connections')).toBe(200)
    await page.call('DELETE', '/gateway/session')
    expect(await page.status('GET', '/gateway/connections')).toBe(401)
  })

  it('ends after twelve hours to the moment, also for whoever was just there', async () => {
    const [page, away] = [await admin(), await admin()]
    later(12 * 3_600_000 - 1)
    expect(await page.status('GET', '/gateway/connections')).toBe(200)
    later(1)
    for (const one of [page, away]) {
      expect(await one.status('GET', '/gateway/connections')).toBe(401)
    }
  })

  it('the password of the environment lets in again at the next start, whatever was done to its user', async () => {
    const boss = await admin()
    const other = await withUser('admin', 'ada')
    const users = await boss.json<User[]>('GET', '/gateway/users')
    const own = users.find(({ is_from_environment }) => is_from_environment)
    await other.json('PATCH', `/gateway/users/${own?.id}`, { is_disabled: true })
    expect((await boss.signIn(undefined, password)).status).toBe(401)
    await running.close()
    running = await startGateway({ upstream, password, now: () => now, database })
    await admin()
  })

  it('refuses wrong names and passwords alike, and after five of them everybody for a while', async () => {
    const page = browser()
    const said = new Set<string>()
    for (const name of ['admin', 'nobody', 'admin', 'nobody', 'admin']) {
      const response = await page.signIn(name, 'wrong')
      expect(response.status).toBe(401)
      expect(response.headers.get('retry-after')).toBeNull()
      said.add(await response.text())
    }
    expect(said.size).toBe(1)
    const refused = await page.signIn('admin', password)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    later(60_001)
    expect((await page.signIn('admin', password)).status).toBe(200)
  })

  it('many tries at once gain nothing', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser().signIn('admin', 'wrong')),
    )
    const statuses = answers.map((response) => response.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  it('whatever strangers try, a browser that somebody has signed in with lets them in; one that is made up does not', async () => {
    const first = await fetch(`${running.origin}/gateway/session`, {
      method: 'POST',
      body: JSON.stringify({ password }),
    })
    const [, known = ''] = first.headers.getSetCookie()
    expect(known).toMatch(
      /^quarterdeck_known=v1\.[\w-]+; Max-Age=15552000; Path=\/gateway\/session; HttpOnly; SameSite=Strict$/,
    )
    expect(known).not.toContain('admin')
    for (let tries = 0; tries < 6; tries += 1) await browser().signIn('admin', 'wrong')
    const signIn = async (cookie: string, name = 'admin', given = password) => {
      const body = JSON.stringify({ name, password: given })
      const headers = { cookie }
      const at = `${running.origin}/gateway/session`
      return (await fetch(at, { method: 'POST', headers, body })).status
    }
    const cookie = known.split(';')[0] ?? ''
    expect(await signIn('')).toBe(429)
    expect(await signIn('quarterdeck_known=v1.made-up')).toBe(429)
    expect(await signIn(cookie, 'ada')).toBe(429)
    expect(await signIn(cookie)).toBe(200)
    const guesses: number[] = []
    for (let tries = 0; tries < 6; tries += 1) guesses.push(await signIn(cookie, 'admin', 'wrong'))
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('changes one’s own password, and ends one’s other sessions', async () => {
    const page = await withUser('operator', 'ada')
    const other = browser()
    await other.signIn('ada', 'ada password')
    const change = (current_password: string, new_password: string) =>
      page.status('POST', '/gateway/session/password', { current_password, new_password })
    expect(await change('wrong', 'a new password')).toBe(403)
    expect(await change('ada password', 'short')).toBe(422)
    expect(await change('ada password', 'a new password')).toBe(204)
    expect(await page.status('GET', '/gateway/connections')).toBe(200)
    expect(await other.status('GET', '/gateway/connections')).toBe(401)
    expect((await other.signIn('ada', 'a new password')).status).toBe(200)
    const boss = await admin()
    const given = { current_password: password, new_password: 'another password' }
    expect(await boss.status('POST', '/gateway/session/password', given)).toBe(409)
  })
})

describe('tokens of programs', () => {
  const call = (token: string, method: string, path: string, body?: unknown) =>
    fetch(running.origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const deployments = '/gateway/connections/local/control-plane/v2/deployments'

  it('sign in with a role, are told once, kept as a hash, named in the audit log, and end', async () => {
    const boss = await admin()
    const made = await boss.json<ApiToken & { token: string }>('POST', '/gateway/tokens', {
      name: 'ci',
      role: 'operator',
      expires_at: '2030-01-02T00:00:00Z',
    })
    expect(made).toMatchObject({ role: 'operator', created_by: 'admin', last_used_at: null })
    const { token } = made
    expect(token).toMatch(/^qdt_[\w-]{43}$/)
    expect((await call(token, 'POST', deployments, {})).status).toBe(200)
    expect(upstream.requests.at(-1)?.headers).not.toHaveProperty('authorization')
    expect((await call(token, 'POST', '/gateway/connections', {})).status).toBe(403)
    expect(
      (await call(token, 'POST', '/gateway/tokens', { name: 'x', role: 'admin' })).status,
    ).toBe(403)
    const { resources } = await boss.json<{ resources: AuditEntry[] }>(
      'GET',
      '/gateway/audit?action=createDeployment',
    )
    expect(resources).toMatchObject([{ user_name: 'token ci', role: 'operator', status: 200 }])

    const listed = await boss.json<ApiToken[]>('GET', '/gateway/tokens')
    expect(listed).toEqual([
      expect.objectContaining({ name: 'ci', last_used_at: now.toISOString() }),
    ])
    const kept = JSON.stringify([listed, await database.query('select * from api_tokens')])
    expect(kept).not.toContain(token.slice(4))

    expect(await boss.status('POST', '/gateway/tokens', { name: 'ci', role: 'viewer' })).toBe(409)
    const over = { name: 'late', role: 'viewer', expires_at: '2029-01-01' }
    expect(await boss.status('POST', '/gateway/tokens', over)).toBe(422)
    later(24 * 3_600_000)
    expect((await call(token, 'GET', deployments)).status).toBe(401)
    const again = await admin()
    const other = await again.json<ApiToken & { token: string }>('POST', '/gateway/tokens', {
      name: 'reader',
      role: 'viewer',
    })
    expect((await call(other.token, 'GET', deployments)).status).toBe(200)
    expect((await call(`${other.token}x`, 'GET', deployments)).status).toBe(401)
    expect((await again.call('DELETE', `/gateway/tokens/${other.id}`)).status).toBe(204)
    expect((await call(other.token, 'GET', deployments)).status).toBe(401)
    expect(await again.status('DELETE', `/gateway/tokens/${other.id}`)).toBe(404)
  })
})

describe('roles', () => {
  const local = '/gateway/connections/local'
  const agent = `${local}/agents/44444444-4444-4444-8444-444444444444`

  it('a viewer reads, an operator runs and deploys, an administrator manages', async () => {
    const [viewer, operator, boss] = [
      await withUser('viewer'),
      await withUser('operator'),
      await admin(),
    ]
    const ask = async (method: string, path: string, body?: unknown) => [
      await viewer.status(method, path, body),
      await operator.status(method, path, body),
      await boss.status(method, path, body),
    ]
    expect(await ask('GET', `${local}/control-plane/v2/deployments`)).toEqual([200, 200, 200])
    expect(await ask('POST', `${local}/control-plane/v2/deployments`, {})).toEqual([403, 200, 200])
    expect(await ask('POST', `${agent}/threads`, {})).toEqual([403, 502, 502])
    expect(await ask('GET', `${agent}/threads/t/runs/r/join?cancel_on_disconnect=1`)).toEqual([
      403, 502, 502,
    ])
    expect(await ask('POST', `${local}/control-plane/v2/auth/providers`, {})).toEqual([
      403, 403, 200,
    ])
    expect(await ask('GET', '/gateway/connections')).toEqual([200, 200, 200])
    expect(await ask('POST', '/gateway/connections', {})).toEqual([403, 403, 422])
    expect(await ask('GET', '/gateway/users')).toEqual([403, 403, 200])
    expect(await ask('GET', '/gateway/audit')).toEqual([403, 403, 200])
    const sentence = (await (await viewer.call('POST', '/gateway/connections', {})).json()) as {
      detail: string
    }
    expect(sentence.detail).toContain('Only administrators')
  })

  it('§2.6 a viewer hears a run, in a stream and in a body, without the addresses to vote with', async () => {
    const token = 'A-token-of-256_bits'
    const voteUrl = (id: string) => `${upstream.origin}/api/v1/feedback/tokens/${id}`
    const feedback = (id: string) => JSON.stringify({ up: voteUrl(id) })
    const event = (id: string) => `id: 1\nevent: feedback\ndata: ${feedback(id)}\n\n`
    upstream.answer = (request, response) => {
      if (request.url?.includes('/v2/')) return response.end(deploymentAt(upstream.origin))
      if (!request.url?.endsWith('/stream')) {
        return response.end(JSON.stringify({ __feedback__: { up: voteUrl(token) } }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      // In the middle of the address, and the stream stays open.
      const [begin = '', end = ''] = event(token).split('-of-')
      response.write(begin)
      setImmediate(() => response.write(`-of-${end}`))
    }
    const hidden = '*'.repeat(token.length)
    for (const [page, shown] of [
      [await withUser('viewer'), hidden],
      [await withUser('operator'), token],
    ] as const) {
      const joined = await page.call('GET', `${agent}/threads/t/runs/r/join`)
      expect(await joined.json()).toEqual({ __feedback__: { up: voteUrl(shown) } })
      const stream = await page.call('GET', `${agent}/threads/t/runs/r/stream`)
      const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
      let text = ''
      while (!text.endsWith('\n\n')) text += new TextDecoder().decode((await reader.read()).value)
      expect(text).toBe(event(shown))
      await reader.cancel()
    }
  })
})

describe('users', () => {
  it('are added, changed and removed; a change ends their sessions at once', async () => {
    const boss = await admin()
    const created = await boss.call('POST', '/gateway/users', {
      name: ' Ada@Example.com ',
      role: 'viewer',
      password: 'ada password',
    })
    expect(created.status).toBe(201)
    const ada = (await created.json()) as User
    expect(ada).toMatchObject({ name: 'ada@example.com', role: 'viewer', is_disabled: false })
    expect(JSON.stringify(ada)).not.toMatch(/password|scrypt/)
    const again = { name: 'ada@example.com', role: 'viewer', password: 'ada password' }
    expect(await boss.status('POST', '/gateway/users', again)).toBe(409)

    const page = browser()
    await page.signIn('Ada@example.com', 'ada password')
    expect(await page.status('GET', '/gateway/connections')).toBe(200)
    const path = `/gateway/users/${ada.id}`
    expect(await boss.json('PATCH', path, { role: 'operator' })).toMatchObject({ role: 'operator' })
    expect(await page.status('GET', '/gateway/connections')).toBe(401)
    await page.signIn('ada@example.com', 'ada password')
    expect(await boss.status('DELETE', `${path}/sessions`)).toBe(204)
    expect(await page.status('GET', '/gateway/connections')).toBe(401)
    await boss.json('PATCH', path, { is_disabled: true })
    expect((await page.signIn('ada@example.com', 'ada password')).status).toBe(401)
    await boss.json('PATCH', path, { is_disabled: false, password: 'another one' })
    expect((await page.signIn('ada@example.com', 'another one')).status).toBe(200)
    expect(await boss.status('DELETE', path)).toBe(204)
    expect(await page.status('GET', '/gateway/connections')).toBe(401)
    expect(await boss.status('DELETE', path)).toBe(404)
  })

  it('whoever is turned off while they sign in is out all the same', async () => {
    const page = await withUser('viewer')
    expect(await page.status('GET', '/gateway/connections')).toBe(200)
    await database.query("update operators set is_disabled = true where name = 'viewer'")
    // What is known of a session is asked for again after a while.
    later(5_000)
    expect(await page.status('GET', '/gateway/connections')).toBe(401)
  })

  it('the last administrator stays, and the password of the environment is changed there', async () => {
    const boss = await admin()
    const [own] = await boss.json<User[]>('GET', '/gateway/users')
    expect(own).toMatchObject({ name: 'admin', is_from_environment: true })
    const path = `/gateway/users/${own?.id}`
    expect(await boss.status('PATCH', path, { role: 'viewer' })).toBe(409)
    expect(await boss.status('PATCH', path, { is_disabled: true })).toBe(409)
    expect(await boss.status('DELETE', path)).toBe(409)
    expect(await boss.status('PATCH', path, { password: 'another one' })).toBe(409)
    expect(await boss.status('GET', '/gateway/users')).toBe(200)
  })
})

describe('the log of writes', () => {
  it('tells who did what, when and with which result, and holds no body and no token', async () => {
    const operator = await withUser('operator', 'ada')
    const token = 'a-token-that-is-a-credential'
    await operator.call('POST', '/gateway/connections/local/control-plane/v2/deployments', {
      secrets: [{ name: 'A', value: 'secret-of-a-body' }],
    })
    await operator.call(
      'POST',
      `/gateway/connections/local/tracing/api/v1/feedback/tokens/${token}`,
    )
    await operator.call('GET', '/gateway/connections/local/control-plane/v2/deployments')
    await operator.call('POST', '/gateway/users', {
      name: 'x',
      role: 'admin',
      password: 'xxxxxxxx',
    })
    await browser().signIn('ada', 'wrong')
    await browser().call('POST', '/gateway/users', {})

    const boss = await admin()
    const read = (query = '') =>
      boss.json<{ resources: AuditEntry[]; next_before: string | null }>(
        'GET',
        `/gateway/audit${query}`,
      )
    const { resources } = await read()
    const brief = resources.map((one) => [one.user_name, one.action, one.status, one.result])
    expect(brief.reverse()).toEqual([
      ['admin', 'createSession', 200, 'done'],
      ['admin', 'createUser', 201, 'done'],
      ['ada', 'createSession', 200, 'done'],
      ['ada', 'createDeployment', 200, 'done'],
      ['ada', 'submitFeedback', 200, 'done'],
      ['ada', 'createUser', 403, 'refused'],
      ['ada', 'createSession', 401, 'refused'],
      ['admin', 'createSession', 200, 'done'],
    ])
    expect(resources.every((one) => one.remote_address === '127.0.0.1')).toBe(true)
    const text = JSON.stringify(resources)
    for (const hidden of [token, 'secret-of-a-body', 'ada password', 'xxxxxxxx', password]) {
      expect(text).not.toContain(hidden)
    }

    const firstPage = await read('?limit=3')
    expect(firstPage.resources).toHaveLength(3)
    const second = await read(`?limit=200&before=${firstPage.next_before}`)
    expect([...firstPage.resources, ...second.resources].map(({ id }) => id)).toEqual(
      resources.map(({ id }) => id),
    )
    expect(second.next_before).toBeNull()
    expect((await read('?user_name=ada&result=refused')).resources).toHaveLength(2)
    expect((await read('?action=createDeployment')).resources).toHaveLength(1)
    expect((await read('?connection_id=local')).resources).toHaveLength(2)
    expect((await read('?since=2030-01-02T00:00:00Z')).resources).toEqual([])
    expect(await boss.status('GET', '/gateway/audit?since=tomorrow')).toBe(422)
  })

  it('is kept for so many days, also by a server that is never started anew', async () => {
    await withUser('viewer', 'ada')
    const boss = await admin()
    const actions = async () =>
      (await boss.json<{ resources: AuditEntry[] }>('GET', '/gateway/audit')).resources.map(
        ({ action }) => action,
      )
    expect(await actions()).toContain('createUser')
    later(365 * 24 * 3_600_000 + 1)
    await boss.signIn(undefined, password)
    expect(await actions()).toEqual(['createSession'])
  })
})
