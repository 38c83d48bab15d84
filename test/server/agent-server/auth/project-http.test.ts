import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectHttp } from '../../../../src/server/cluster/project-http.ts'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey } from '../serve-fixtures.ts'
import { guardedDeployment } from './guarded.ts'

const graphs = { whoami: './whoami.ts:graph' }
/** The app in JavaScript is of a framework that answers for what failed; that in Python is of none. */
const failed = process.env.QUARTERDECK_TEST_LANGUAGE === 'python' ? 502 : 500
const none: ProjectHttp = { are_custom_routes_open: false, closed: [] }

describe('routes of a project', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({
      graphs,
      revision: {
        http: {
          ...none,
          app: './app.ts:app',
          closed: ['assistants', 'webhooks'],
          cors: {
            allow_origins: ['https://one.example'],
            allow_origin_regex: 'https://.*\\.two\\.example',
          },
          configurable_headers: { include: ['x-*', 'accept-language'], exclude: ['x-secret*'] },
        },
      },
    })
  })
  afterAll(() => harness?.close())
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${harness.url}${path}`, { ...init, headers: { 'x-api-key': apiKey, ...init.headers } })

  it('are answered by its app, without what opens the server', async () => {
    const headers = { cookie: 'quarterdeck_session=s; a=1', 'x-other': '1' }
    const answer = await ask('/hello/ann?x=1', { headers })
    const told = await answer.json()
    expect(told).toMatchObject({ name: 'ann', query: { x: '1' } })
    expect(told.headers).toMatchObject({ cookie: 'a=1', 'x-other': '1' })
    expect(JSON.stringify(told)).not.toContain(apiKey)
    expect(answer.headers.get('x-own')).toBe('kept')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await ask('/nowhere')).status).toBe(404)
    expect((await ask('/empty')).status).toBe(204)
  })

  it('make no page that acts as an operator', async () => {
    const page = await ask('/page')
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox(?!.*same-origin)/)
  })

  it('ask for the key, and leave the addresses of the agent server to it', async () => {
    expect((await fetch(`${harness.url}/hello/ann`)).status).toBe(401)
    const thread = await ask('/threads/01900000-0000-7000-8000-0000000000cc')
    expect(await thread.json()).toEqual({ detail: expect.stringContaining('There is no thread') })
  })

  it('take the place of what the project has closed', async () => {
    expect(await (await ask('/assistants/search', { method: 'POST' })).text()).toBe('the app’s')
  })

  it('take and give bodies of any size, part by part', async () => {
    const large = new Uint8Array(2_000_000).map((_, at) => at % 251)
    const echoed = await ask('/echo', { method: 'POST', body: large })
    expect(echoed.status).toBe(201)
    expect(Buffer.from(await echoed.arrayBuffer()).equals(Buffer.from(large))).toBe(true)
    expect((await (await ask('/large')).arrayBuffer()).byteLength).toBe(3_000_000)
    expect(await (await ask('/count', { method: 'POST', body: large })).text()).toBe('2000000')
  })

  it('hear that a client has left, and are not asked for more than it takes', async () => {
    const controller = new AbortController()
    const answer = await ask('/endless', { signal: controller.signal })
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('more\n')
    controller.abort()
    await harness.gates.arrived('left')
  })

  it('that fail are told as such, in words that hold nothing of the failure', async () => {
    const answer = await ask('/throws')
    expect([answer.status, (await answer.text()).includes('secret')]).toEqual([failed, false])
  })

  it('runs find the headers that the project names, and no others', async () => {
    const answer = await ask('/runs', {
      method: 'POST',
      headers: { 'x-tenant': 'acme', 'x-secret-word': 's', 'accept-language': 'de' },
      body: JSON.stringify({ assistant_id: 'whoami', input: {} }),
    })
    const { configurable } = (await answer.json()).kwargs.config
    expect(configurable).toMatchObject({ 'x-tenant': 'acme', 'accept-language': 'de' })
    expect(JSON.stringify(configurable)).not.toMatch(/secret|test-key/)
  })

  it('a webhook is refused where the project calls none', async () => {
    const body = JSON.stringify({ assistant_id: 'whoami', webhook: 'https://hooks.example/a' })
    const answer = await ask('/runs', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({
      detail: [{ loc: ['body', 'webhook'], msg: 'Not supported: the project calls no webhooks.' }],
    })
  })

  it('pages of the origins that it names may call, and no others', async () => {
    const allowed = async (origin: string) =>
      (await ask('/threads/search', { method: 'OPTIONS', headers: { origin } })).headers.get(
        'access-control-allow-origin',
      )
    expect(await allowed('https://one.example')).toBe('https://one.example')
    expect(await allowed('https://a.two.example')).toBe('https://a.two.example')
    expect(await allowed('https://a.two.example.evil')).toBeNull()
  })
})

describe('routes that are open', () => {
  let harness: Harness
  beforeAll(async () => {
    const http = { app: './app.ts:plain', are_custom_routes_open: true, closed: [] }
    const revision = { http, webhooks: { allowed_domains: ['*.example.com'] } }
    harness = await startHarness({ graphs, revision })
  })
  afterAll(() => harness?.close())

  it('ask for nothing; the agent server does', async () => {
    expect(await (await fetch(`${harness.url}/anything/at/all`)).text()).toBe(
      'plain /anything/at/all',
    )
    expect((await fetch(`${harness.url}/info`)).status).toBe(401)
    // A framework of the project may describe its routes there, and count its requests.
    for (const path of ['/docs', '/metrics']) {
      expect(await (await fetch(`${harness.url}${path}`)).text()).toBe(`plain ${path}`)
    }
    const search = await fetch(`${harness.url}/threads/search`, { method: 'POST', body: '{}' })
    expect(search.status).toBe(401)
  })

  it('webhooks are those that the project names', async () => {
    const run = (webhook: string) =>
      harness.call('POST', '/runs', { assistant_id: 'whoami', input: {}, webhook })
    expect((await run('https://hooks.example.org/a')).status).toBe(422)
    expect((await run('https://hooks.example.com/a')).status).toBe(200)
  })
})

it('a project that closes what is told of the server closes its description too', async () => {
  const harness = await startHarness({
    graphs,
    revision: { http: { ...none, closed: ['meta'] } },
  })
  const statuses = async (headers: HeadersInit) => {
    const paths = ['/docs', '/openapi.json', '/info', '/metrics']
    const answers = paths.map((path) => fetch(`${harness.url}${path}`, { headers }))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  try {
    expect(await statuses({ 'x-api-key': apiKey })).toEqual([404, 404, 404, 404])
    expect(await statuses({})).toEqual([401, 401, 401, 401])
  } finally {
    await harness.close()
  }
})

describe('routes of a project with an authorization', () => {
  const http = { ...none, app: './app.ts:app' }
  const auth = { path: './auth.ts:auth', disable_studio_auth: false }
  const guarded = guardedDeployment({ revision: { auth, http } })

  it('are behind it', async () => {
    expect((await guarded.as(null, 'GET', '/hello/ann')).body).toEqual({
      detail: 'Say who you are.',
    })
    expect((await guarded.as('alice', 'GET', '/hello/ann')).body).toMatchObject({ name: 'ann' })
    expect((await guarded.as('denied', 'GET', '/hello/ann')).status).toBe(200)
  })
})

it('an app that answers nothing does not serve', async () => {
  const http = { ...none, app: './app.ts:nothing' }
  await expect(startHarness({ graphs, revision: { http } })).rejects.toThrow(
    /The app of http cannot be loaded: the export “nothing” of .* (has no fetch|is no ASGI app)/,
  )
})
