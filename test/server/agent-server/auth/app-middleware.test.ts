/** The app of a project stands around the agent server, as at published servers: its middleware, and its own routes. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../../src/contract/agent-server/runs.ts'
import type { ProjectHttp } from '../../../../src/server/cluster/project-http.ts'
import { type Harness, startHarness } from '../harness.ts'
import { openSocket } from '../protocol-v2/socket-client.ts'
import { apiKey } from '../serve-fixtures.ts'
import { guardedDeployment } from './guarded.ts'

const http: ProjectHttp = {
  app: './middleware.ts:app',
  are_custom_routes_open: false,
  closed: ['store'],
}
const graphs = {
  steps: './steps.ts:graph',
  whoami: './whoami.ts:graph',
  own: './own-server.ts:graph',
  other: './steps.ts:graph',
}

describe('a project with middleware', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ graphs, revision: { http } })
  })
  afterAll(() => harness?.close())
  const ask = (method: string, path: string, headers: HeadersInit = {}, body?: object) =>
    fetch(`${harness.url}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

  it('has it see what the agent server is asked, without the key, and add to the answer', async () => {
    for (const [method, path] of [
      ['GET', '/info'],
      ['POST', '/threads/search'],
      ['GET', `/threads/${randomUUID()}`],
      ['GET', '/nowhere'],
    ] as const) {
      const answer = await ask(method, path, { 'x-other': '1' })
      expect(answer.headers.get('x-seen'), path).toContain('x-other')
      expect(answer.headers.get('x-seen'), path).not.toContain('x-api-key')
      expect(answer.headers.get('set-cookie'), path).toBeNull()
    }
    expect(await (await ask('GET', '/info')).json()).toHaveProperty('flags')
    const missing = await ask('GET', `/threads/${randomUUID()}`)
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { detail: expect.stringContaining('There is no thread') },
    ])
  })

  it('has it answer in place of the agent server, and so its own routes', async () => {
    expect(await (await ask('GET', '/info?interrupt')).json()).toEqual({ is: 'interrupted' })
    expect(await (await ask('GET', '/threads/mine')).text()).toBe('the app’s thread')
    const thread = await harness.thread()
    expect(await (await ask('GET', `/threads/${thread}`)).json()).toMatchObject({
      thread_id: thread,
    })
  })

  it('has the headers and the pages of an answer', async () => {
    await harness.thread()
    await harness.thread()
    const page = await ask('POST', '/threads/search', {}, { limit: 1 })
    expect(page.headers.get('x-pagination-total')).toMatch(/^[2-9]/)
    expect(page.headers.get('content-type')).toContain('application/json')
    const stateless = await ask('POST', '/runs', {}, { assistant_id: 'whoami', input: {} })
    expect(stateless.headers.get('content-location')).toMatch(/\/runs\//)
    const deleted = await ask('DELETE', `/threads/${await harness.thread()}`)
    expect([deleted.status, await deleted.text()]).toEqual([204, ''])
  })

  it.each([
    ['as middleware has made it', { 'x-more': 'changed' }, 'changed'],
    ['as it was, where middleware has read it', { 'x-read': '1' }, 'sent'],
    ['as it was, where nobody has', {}, 'sent'],
  ])('has the agent server take a body %s', async (_name, headers, more) => {
    const body = { assistant_id: 'whoami', input: {}, config: { configurable: { more: 'sent' } } }
    const answer = await ask('POST', '/runs', headers, body)
    expect((await answer.json()).kwargs.config.configurable).toMatchObject({ more })
  })

  it('has events as they come, and is told when their reader leaves', async () => {
    const gate = randomUUID()
    const thread = await harness.thread()
    const stream = await harness.stream('POST', `/threads/${thread}/runs/stream`, {
      assistant_id: 'steps',
      input: { gates: { second: gate } },
      stream_mode: 'updates',
      on_disconnect: 'cancel',
    })
    expect(await stream.until('updates')).toMatchObject({ data: { first: { log: ['first'] } } })
    expect(stream.response.headers.get('x-seen')).not.toBeNull()
    await harness.gates.arrived(gate)
    await harness.drop(stream)
    const [run] = (await harness.call<Run[]>('GET', `/threads/${thread}/runs`)).body
    expect(await harness.ended(run as Run)).toMatchObject({ end_reason: 'disconnected' })
  })

  it('has a failure of it told as such, in words that hold nothing of it', async () => {
    const answer = await ask('GET', '/info', { 'x-fail': '1' })
    expect([answer.status, (await answer.text()).includes('secret')]).toEqual([500, false])
    expect((await ask('GET', '/info')).status).toBe(200)
  })

  it('lets nobody in by it: the key is asked for before, and for what it makes of a request', async () => {
    const open = await fetch(`${harness.url}/info?interrupt`)
    expect([open.status, open.headers.get('x-seen')]).toEqual([401, null])
    const other = await ask('GET', '/info', { 'x-instead': `/threads/${randomUUID()}` })
    expect([other.status, await other.json()]).toEqual([
      401,
      { detail: 'Send the API key as the header X-Api-Key.' },
    ])
  })

  it('asks it nothing of what is the server’s, of what its own agent asks, and of the opening of a socket', async () => {
    for (const path of ['/ok', '/executor']) {
      const answer = await ask('GET', path)
      expect([path, answer.status, answer.headers.get('x-seen')]).toEqual([path, 200, null])
    }
    const closed = await ask('POST', '/store/namespaces')
    expect([closed.status, closed.headers.get('x-seen')]).toEqual([404, expect.any(String)])
    const waited = await ask(
      'POST',
      '/runs/wait',
      {},
      { assistant_id: 'own', input: { by: 'nothing' } },
    )
    const { told } = await waited.json()
    expect(told).toMatchObject({ values: { log: expect.any(Array) } })
    await ask('GET', '/own')
    const seen = () =>
      harness.logs.map(({ message }) => message).filter((line) => line.startsWith('seen '))
    await expect.poll(seen).toContain('seen /own')
    expect(seen().filter((line) => line.includes(told.thread_id))).toEqual([])
    const thread = randomUUID()
    const { socket, send, answer } = await openSocket(harness.url, thread, {
      'x-api-key': apiKey,
    })
    send({
      id: 1,
      method: 'run.start',
      params: { assistant_id: 'whoami', input: { said: 'hello' } },
    })
    expect(await answer()).toMatchObject({ type: 'success' })
    socket.terminate()
    // What is said on it is: as the request that it stands for.
    await expect.poll(seen).toContain(`seen /threads/${thread}/commands`)
    expect(seen()).not.toContain(`seen /threads/${thread}/stream/events`)
  })
})

it('a project without middleware has a word at its own routes alone', async () => {
  const revision = { http: { ...http, app: './middleware.ts:routes' } }
  const harness = await startHarness({ graphs, revision })
  const textAt = async (path: string) =>
    (await fetch(`${harness.url}${path}`, { headers: { 'x-api-key': apiKey } })).text()
  try {
    expect(await textAt('/threads/mine')).toBe('the app’s thread')
    expect(await textAt('/anything')).toBe('a page')
    expect(JSON.parse(await textAt('/info'))).toHaveProperty('flags')
    expect(await harness.thread()).toEqual(expect.any(String))
  } finally {
    await harness.close()
  }
})

const auth = { path: './auth.ts:auth', disable_studio_auth: false }

describe('with an authorization', () => {
  const guarded = guardedDeployment({ revision: { auth, http } })

  it('that is asked first: who it says goes with the request, whatever the app makes of that', async () => {
    const stranger = { headers: { 'x-who': 'alice' } }
    const refused = await guarded.as(stranger, 'POST', '/threads', {})
    expect([refused.status, refused.headers.get('x-seen')]).toEqual([401, null])
    const changed = { headers: { authorization: 'Bearer alice', 'x-who': 'bob' } }
    const { body, headers } = await guarded.as(changed, 'POST', '/threads', {})
    expect(headers.get('x-seen')).toContain('x-who')
    expect((await guarded.as('alice', 'GET', `/threads/${body.thread_id}`)).status).toBe(200)
    expect((await guarded.as('bob', 'GET', `/threads/${body.thread_id}`)).status).toBe(404)
    expect((await guarded.as('denied', 'GET', `/threads/${body.thread_id}`)).status).toBe(403)
  })

  it('operators are let in as without an app', async () => {
    expect((await guarded.as({ operator: true }, 'POST', '/threads/search')).status).toBe(200)
    const info = await guarded.as({ headers: { 'x-api-key': apiKey } }, 'GET', '/info')
    expect([info.status, info.headers.get('x-seen')]).toEqual([200, expect.any(String)])
  })
})

describe('with an authorization that the middleware comes before', () => {
  const revision = { auth, http: { ...http, is_middleware_first: true } }
  const guarded = guardedDeployment({ revision })

  it('is asked about the request as the app has made it', async () => {
    const by = (who: string) => ({ headers: { 'x-who': who } })
    const { status, body } = await guarded.as(by('alice'), 'POST', '/threads')
    expect(status).toBe(200)
    expect((await guarded.as(by('bob'), 'GET', `/threads/${body.thread_id}`)).status).toBe(404)
    expect((await guarded.as(null, 'POST', '/threads')).body).toEqual({
      detail: 'Say who you are.',
    })
    expect((await guarded.as(null, 'GET', '/info?interrupt')).body).toEqual({ is: 'interrupted' })
  })
})
