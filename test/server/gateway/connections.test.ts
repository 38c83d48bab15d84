import type http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Connection,
  type ConnectionProbe,
  refusalOf,
} from '../../../src/contract/gateway/connections.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { resealConnectionKeys } from '../../../src/server/gateway/connections/connection-store.ts'
import type { Resolve } from '../../../src/server/outgoing/checked-lookup.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import {
  deployment,
  deploymentAt,
  deploymentId,
  key,
  startGateway,
  startUpstream,
  type TestGateway,
  type Upstream,
} from './bench.ts'

let upstream: Upstream
let running: TestGateway
let database: Database
const addresses = new Map<string, string>()
const resolve: Resolve = async (name) => [{ address: addresses.get(name) ?? '', family: 4 }]
beforeEach(async () => {
  addresses.clear()
  upstream = await startUpstream()
  database = await emptyDatabase()
  running = await startGateway({ upstream, resolve, database })
})
afterEach(async () => {
  await running?.close()
  await upstream?.close()
})

const call = (method: string, path: string, body?: unknown) =>
  fetch(running.origin + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const json = async <Answer>(method: string, path: string, body?: unknown) =>
  (await (await call(method, path, body)).json()) as Answer
const create = (body: object) =>
  json<Connection>('POST', '/gateway/connections', { name: 'Other', kind: 'self_hosted', ...body })
const rootOf = ({ id }: { id: string }) => `/gateway/connections/${id}`
const detailOf = async (response: Response) =>
  JSON.stringify(((await response.json()) as { detail: unknown }).detail)

describe('managing connections', () => {
  it('the local one is always there, first, and cannot be changed', async () => {
    const list = await json<Connection[]>('GET', '/gateway/connections')
    expect(list.map(({ id, name, has_key }) => [id === 'local', name, has_key])).toEqual([
      [true, 'Local stack', true],
      [false, 'There', true],
    ])
    expect(JSON.stringify(list)).not.toContain(key)
    expect((await call('PATCH', '/gateway/connections/local', { name: 'x' })).status).toBe(409)
    expect((await call('DELETE', '/gateway/connections/local')).status).toBe(409)
  })

  it('each can be marked, the local one too, and keeps what was tested', async () => {
    const probe = () => json<Connection>('GET', '/gateway/connections/local').then((c) => c.probe)
    await call('POST', '/gateway/connections/local/test', {})
    const tested = await probe()
    const marks = { color: 'amber', is_production: true }
    expect(await json('PATCH', '/gateway/connections/local', marks)).toMatchObject(marks)
    const both = await call('PATCH', '/gateway/connections/local', { name: 'x', color: null })
    expect(both.status).toBe(409)
    expect(await json('PATCH', '/gateway/connections/local', { is_production: false })).toEqual(
      expect.objectContaining({ color: 'amber', is_production: false, probe: tested }),
    )
    const other = await create({ base_url: 'https://deck.example', color: 'red' })
    expect(other).toMatchObject({ color: 'red', is_production: false })
    const cleared = await json('PATCH', rootOf(other), { color: null, name: 'New' })
    expect(cleared).toMatchObject({ color: null, name: 'New' })
    expect((await call('PATCH', rootOf(other), { color: 'pink' })).status).toBe(422)
    await call('PATCH', '/gateway/connections/local', { color: null })
  })

  it('clouds have their addresses, everything else needs one', async () => {
    expect(await create({ kind: 'cloud_eu', api_key: key })).toMatchObject({
      base_url: 'https://eu.api.host.langchain.com',
      tracing_url: 'https://eu.api.smith.langchain.com',
      has_key: true,
    })
    expect((await create({ base_url: 'https://deck.example/api-host/' })).tracing_url).toBe(
      'https://deck.example',
    )
    for (const wrong of [
      {},
      { base_url: 'file:///etc/passwd' },
      { base_url: 'https://user:pass@host' },
      { base_url: 'https://host/?a=1' },
      { base_url: 'https://host', api_key: 'with space' },
      { base_url: 'https://host', api_key: 'line\nbreak' },
      { base_url: 'https://host', key_origins: ['https://*.com'] },
      { base_url: 'https://host', key_origins: ['https://host/path'] },
      { base_url: 'https://host', tenant_id: 'a b' },
    ]) {
      const body = { name: 'x', kind: 'self_hosted', ...wrong }
      expect([wrong, (await call('POST', '/gateway/connections', body)).status]).toEqual([
        wrong,
        422,
      ])
    }
  })

  it('a key is bound to the origins that it was given for', async () => {
    const made = await create({ base_url: upstream.origin, api_key: key })
    const patch = (body: object) => call('PATCH', rootOf(made), body)
    for (const body of [
      { base_url: 'https://evil.example' },
      { tracing_url: 'https://evil.example' },
      { key_origins: ['https://evil.example'] },
    ]) {
      const refused = await patch(body)
      expect([body, refused.status]).toEqual([body, 422])
      expect(await detailOf(refused)).toContain('"api_key"')
    }
    expect((await patch({ name: 'New', base_url: `${upstream.origin}/api-host` })).status).toBe(200)
    const moved = await patch({ base_url: 'https://else.example', api_key: 'another-key' })
    expect(await moved.json()).toMatchObject({ has_key: true, base_url: 'https://else.example' })
    expect(await (await patch({ api_key: null })).json()).toMatchObject({ has_key: false })
  })

  it('keeps keys encrypted, and a key beside another address cannot be opened', async () => {
    const made = await create({ base_url: upstream.origin, api_key: key })
    const rows = await database.query<{ sealed_key: string }>('select * from connections')
    expect(JSON.stringify(rows)).not.toContain(key)
    await database.query(`update connections set base_url = 'http://evil.example' where id = $1`, [
      made.id,
    ])
    await running.close()
    running = await startGateway({ upstream, database, isSignInRequired: true })
    const box = secretBox('a key for tests that is long enough for everybody')
    await expect(resealConnectionKeys(database, { from: box, to: box })).rejects.toThrow()
  })

  it('forgets a deleted one at once', async () => {
    const made = await create({ base_url: upstream.origin, api_key: key })
    const path = `${rootOf(made)}/control-plane/v2/deployments`
    expect((await call('GET', path)).status).toBe(200)
    expect((await call('DELETE', rootOf(made))).status).toBe(204)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', rootOf(made))).status).toBe(404)
  })
})

describe('where a key goes', () => {
  const asked = () =>
    upstream.requests.map(({ url, headers }) => [url, headers['x-api-key'] ?? null])

  it('with the tenant to the connection’s own origins, to a deployment elsewhere only when allowed', async () => {
    const elsewhere = await startUpstream()
    const made = await create({
      base_url: `${upstream.origin}/api-host`,
      api_key: key,
      tenant_id: 'workspace-1',
    })
    upstream.answer = (_request, response) => response.end(deploymentAt(elsewhere.origin))
    const agent = `${rootOf(made)}/agents/${deploymentId}/threads`
    await call('GET', agent)
    expect(upstream.requests.at(-1)?.headers['x-tenant-id']).toBe('workspace-1')
    expect(elsewhere.requests.at(-1)?.headers).not.toHaveProperty('x-api-key')
    expect(elsewhere.requests.at(-1)?.headers).not.toHaveProperty('x-tenant-id')
    await call('PATCH', rootOf(made), { key_origins: [elsewhere.origin], api_key: key })
    await call('GET', agent)
    expect(elsewhere.requests.at(-1)?.headers['x-api-key']).toBe(key)
    await elsewhere.close()
  })

  it('is taken out of whatever a server repeats', async () => {
    upstream.answer = (request, response) => {
      response.writeHead(500, { 'content-location': `/x?key=${key}` })
      response.write(`you sent ${String(request.headers['x-api-key']).slice(0, 9)}`)
      setImmediate(() => response.end(`${key.slice(9)}!`))
    }
    const response = await call('GET', `${running.root}/control-plane/echo`)
    const seen = `${[...response.headers].join()} ${await response.text()}`
    expect(response.status).toBe(500)
    expect(seen).toContain(`you sent ${'*'.repeat(key.length)}!`)
    expect(seen).not.toContain(key)
    expect(asked().at(-1)).toEqual(['/api-host/echo', key])
  })
})

describe('where the gateway does not connect to', () => {
  it('metadata services, by address or by name, whoever typed it', async () => {
    addresses.set('metadata.example', '169.254.169.254')
    for (const host of [
      'http://169.254.169.254',
      'http://[::ffff:169.254.169.254]',
      'http://2852039166',
      'http://[fe80::1]',
      'http://0.0.0.0',
      'http://metadata.example',
    ]) {
      const made = await create({ base_url: host, api_key: key })
      const response = await call('GET', `${rootOf(made)}/control-plane/latest/meta-data`)
      expect([host, response.status]).toEqual([host, 502])
      expect(await detailOf(response)).toContain('not connected to')
    }
  })

  it('a name that leads there now and then: the address that was checked is the one that is used', async () => {
    const { port } = new URL(upstream.origin)
    let turn = 0
    await running.close()
    running = await startGateway({
      upstream,
      resolve: async () => {
        turn += 1
        const [address = ''] = turn === 1 ? ['127.0.0.1'] : ['169.254.169.254']
        return [{ address, family: 4 }]
      },
    })
    const made = await create({ base_url: `http://rebinding.example:${port}` })
    const path = `${rootOf(made)}/control-plane/x`
    expect((await call('GET', path)).status).toBe(200)
    expect(upstream.requests.at(-1)?.headers.host).toBe(`rebinding.example:${port}`)
    expect((await call('GET', path)).status).toBe(502)
  })

  it('an address inside that a control plane outside tells', async () => {
    const { port } = new URL(upstream.origin)
    addresses.set('inside.example', '127.0.0.1')
    const cloud = await create({ kind: 'cloud_us', base_url: upstream.origin, api_key: key })
    const inside = await create({ base_url: upstream.origin, api_key: key })
    upstream.answer = (request, response) =>
      response.end(
        request.url?.startsWith('/v2/')
          ? deploymentAt(`http://inside.example:${port}/agent`)
          : '{}',
      )
    const of = (one: Connection) => call('GET', `${rootOf(one)}/agents/${deploymentId}/ok`)
    expect((await of(cloud)).status).toBe(502)
    expect(upstream.requests.some(({ url }) => url?.startsWith('/agent'))).toBe(false)
    // The control plane is on this machine itself, so it may tell of this machine.
    expect((await of(inside)).status).toBe(200)
  })
})

describe('an upstream that is silent', () => {
  it('is given up after the limit, a stream with heartbeats is not', async () => {
    await running.close()
    running = await startGateway({ upstream, resolve, silenceLimitMs: 1_000 })
    upstream.answer = () => undefined
    const silent = await call('GET', `${running.root}/control-plane/x`)
    expect(silent.status).toBe(504)
    // Longer than a busy machine keeps a heartbeat waiting, and shorter than the stream.
    await running.close()
    running = await startGateway({ upstream, resolve, silenceLimitMs: 4_000 })
    let beats = 0
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => {
        beats += 1
        response.write(': heartbeat\n\n')
        if (beats < 10) return
        clearInterval(timer)
        response.end('event: end\n\n')
      }, 500)
    }
    const stream = await call('GET', `${running.root}/control-plane/stream`)
    expect(await stream.text()).toContain('event: end')
  })
})

describe('the cache of addresses', () => {
  it('is asked anew after a change of the deployment, of the connection, or a failure', async () => {
    upstream.answer = (request, response) =>
      response.end(request.url?.includes('/v2/') ? deploymentAt(`${upstream.origin}/agent`) : '{}')
    const lookups = () =>
      upstream.requests.filter(
        ({ method, url }) => method === 'GET' && url === `/api-host/v2/deployments/${deploymentId}`,
      ).length
    const ask = () => call('GET', `${running.root}/agents/${deploymentId}/ok`)
    await ask()
    await ask()
    expect(lookups()).toBe(1)
    await call('PATCH', `${running.root}/control-plane/v2/deployments/${deploymentId}`, {})
    await ask()
    expect(lookups()).toBe(2)
    await call('PATCH', running.root, { name: 'Renamed' })
    await ask()
    expect(lookups()).toBe(3)
    const answer = upstream.answer
    upstream.answer = (request, response) =>
      request.url === '/agent/ok' ? response.destroy() : answer(request, response)
    expect((await ask()).status).toBe(502)
    await ask()
    expect(lookups()).toBe(4)
  })
})

describe('a bare agent server', () => {
  it('is listed as the one deployment of its connection, and reached under its id', async () => {
    const made = await create({ kind: 'agent_server', base_url: upstream.origin, api_key: key })
    const control = `${rootOf(made)}/control-plane/v2/deployments`
    const { resources } = await json<{ resources: { id: string }[] }>('GET', control)
    expect(resources).toMatchObject([
      { id: made.id, name: 'Other', source_config: { custom_url: upstream.origin } },
    ])
    expect(await json('GET', `${control}/${made.id}`)).toMatchObject({ id: made.id })
    const refused = await call('POST', control, {})
    expect(refused.status).toBe(404)
    expect(await detailOf(refused)).toContain('agent server alone')
    expect(upstream.requests).toEqual([])
    await call('POST', `${rootOf(made)}/agents/${made.id}/threads?x=1`, {})
    expect(upstream.requests.at(-1)?.url).toBe('/threads?x=1')
    expect(upstream.requests.at(-1)?.headers['x-api-key']).toBe(key)
    expect((await call('GET', `${rootOf(made)}/agents/${deploymentId}/ok`)).status).toBe(404)
  })
})

describe('testing a connection', () => {
  const test = (one: { id: string }, body: object = {}) =>
    json<ConnectionProbe>('POST', `${rootOf(one)}/test`, body)
  const statuses = ({ capabilities }: ConnectionProbe) =>
    Object.fromEntries(Object.entries(capabilities).map(([name, { status }]) => [name, status]))

  /** An agent server of the vendor's development kind: no bulk cancel, and it says what it is. */
  const answers: Record<string, [number, unknown]> = {
    'GET /v2/deployments?limit=20': [200, { resources: [deployment('AGENT')], offset: 1 }],
    [`GET /v2/deployments/${deploymentId}`]: [200, deployment('AGENT')],
    'GET /v2/auth/providers': [404, { detail: 'no' }],
    'GET /ok': [200, { ok: true }],
    'GET /info': [200, { version: '1.1.17', langgraph_js_version: '1.4.13' }],
    'POST /assistants/search': [200, []],
    'POST /runs/cancel': [404, '404 Not Found'],
    'POST stream': [
      400,
      { error: { issues: [{ path: ['stream_resumable'] }, { path: ['feedback_keys'] }] } },
    ],
  }
  const serve = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const path = request.url?.startsWith('/threads/')
      ? 'stream'
      : (request.url ?? '').replace(/^\/api\/v1\/feedback.*/, 'tokens')
    const [status, body] = answers[`${request.method} ${path}`] ?? [404, { detail: 'nothing' }]
    response.writeHead(status).end(JSON.stringify(body).replaceAll('AGENT', upstream.origin))
  }

  it('tells what works and why something does not, makes nothing, and is remembered', async () => {
    upstream.answer = serve
    const made = await create({ base_url: upstream.origin, api_key: key })
    expect(made.probe).toBeNull()
    const probe = await test(made)
    expect(statuses(probe)).toEqual({
      reachable: 'yes',
      authenticated: 'yes',
      agent_server: 'yes',
      deployments: 'yes',
      revision_logs: 'unknown',
      oauth_providers: 'no',
      bulk_cancel: 'no',
      rollback: 'no',
      resumable_join: 'yes',
      feedback_event: 'yes',
      feedback_marker: 'no',
      run_search: 'no',
      schedules: 'no',
      feedback_tokens: 'no',
    })
    expect(probe).toMatchObject({
      server: 'Agent server 1.1.17 (JavaScript)',
      deployment_id: deploymentId,
    })
    const kept = await json<Connection>('GET', rootOf(made))
    expect(kept.probe).toEqual(probe)
    expect(refusalOf(kept, 'bulk_cancel')).toContain('several runs')
    expect(refusalOf(kept, 'resumable_join')).toBeNull()
    const written = upstream.requests
      .filter(({ method }) => method === 'POST')
      .map(({ url }) => url)
    expect(written.map((url) => url?.replace(/[0-9a-f-]{36}/, 'nobody')).sort()).toEqual([
      '/assistants/search',
      '/runs/cancel',
      '/runs/crons/search',
      '/threads/nobody/runs/stream',
    ])
    // A change makes the answer old.
    await call('PATCH', rootOf(made), { name: 'Renamed' })
    expect((await json<Connection>('GET', rootOf(made))).probe).toBeNull()
  })

  it('nobody there, a key that is refused, a workspace that is missing, no control plane', async () => {
    const gone = await startUpstream()
    const dead = await create({ base_url: gone.origin })
    await gone.close()
    const unreachable = await test(dead)
    expect(unreachable.capabilities.reachable).toMatchObject({ status: 'no' })
    expect(unreachable.capabilities.reachable?.reason).toContain('ECONNREFUSED')
    expect(unreachable.capabilities.bulk_cancel?.status).toBe('unknown')

    const made = await create({ base_url: upstream.origin, api_key: key })
    upstream.answer = (_request, response) => response.writeHead(401).end(`bad key ${key}`)
    const refused = await test(made)
    expect(refused.capabilities.authenticated?.status).toBe('no')
    expect(JSON.stringify(refused)).not.toContain(key)
    upstream.answer = (_request, response) =>
      response.writeHead(403).end('requires workspace specification')
    expect((await test(made)).capabilities.authenticated?.reason).toContain('tenant')
    upstream.answer = (_request, response) => response.end('<html>a page</html>')
    expect((await test(made)).capabilities.deployments?.reason).toContain('no control plane')
  })

  it('a bare agent server, and one that does not get the key', async () => {
    upstream.answer = serve
    const bare = await create({ kind: 'agent_server', base_url: upstream.origin })
    expect(statuses(await test(bare))).toMatchObject({
      reachable: 'yes',
      agent_server: 'yes',
      deployments: 'no',
      resumable_join: 'yes',
    })
    // Its health is told at any address, its assistants at one.
    upstream.answer = (request, response) =>
      response.writeHead(request.url === '/base/ok' ? 200 : 404).end('{}')
    const astray = await create({
      kind: 'agent_server',
      base_url: `${upstream.origin}/base`,
      api_key: key,
    })
    const found = (await test(astray)).capabilities
    expect(found.agent_server?.status).toBe('no')
    expect(found.agent_server?.reason).toContain(
      `${upstream.origin}/base/assistants/search answered with status 404`,
    )
    expect(found.authenticated?.status).toBe('unknown')
    const guarded = await startUpstream()
    guarded.answer = (request, response) =>
      response
        .writeHead(request.url === '/ok' || request.headers['x-api-key'] ? 200 : 401)
        .end('[]')
    upstream.answer = (request, response) =>
      response.end(
        request.url?.includes('limit=')
          ? JSON.stringify({ resources: [deployment(guarded.origin)], offset: 1 })
          : deploymentAt(guarded.origin),
      )
    const made = await create({ base_url: upstream.origin, api_key: key })
    const { capabilities } = await test(made)
    expect(capabilities.agent_server).toMatchObject({ status: 'no' })
    expect(capabilities.agent_server?.reason).toContain('Add that origin')
    await guarded.close()
  })
})
