import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import { mostViews, type SavedView } from '../../../src/contract/gateway/views.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { startGateway, startUpstream, type TestGateway, type Upstream } from './bench.ts'

const password = 'open sesame'
let database: Database
let upstream: Upstream
let running: TestGateway
let now = new Date('2030-01-01T00:00:00Z')
const cookies = new Map<string, string>()

async function ask(who: string, method: string, path: string, body?: unknown) {
  const response = await fetch(running.origin + path, {
    method,
    headers: { cookie: cookies.get(who) ?? '' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const set = response.headers.get('set-cookie')
  if (set) cookies.set(who, set.split(';')[0] ?? '')
  const text = await response.text()
  return {
    status: response.status,
    body: text ? JSON.parse(text) : null,
    ignored: response.headers.get('quarterdeck-ignored-fields'),
  }
}

beforeAll(async () => {
  upstream = await startUpstream()
  database = await emptyDatabase()
  running = await startGateway({ upstream, password, now: () => now, database })
  await ask('admin', 'POST', '/gateway/session', { name: 'admin', password })
  for (const role of ['viewer', 'operator']) {
    await ask('admin', 'POST', '/gateway/users', { name: role, password: 'a password', role })
    await ask(role, 'POST', '/gateway/session', { name: role, password: 'a password' })
  }
})
beforeEach(() => database.query('delete from saved_views').then(() => undefined))
afterAll(async () => {
  await running?.close()
  await upstream?.close()
})

const local = '/gateway/connections/local/views'
const failed = { page: 'all-runs', name: 'Failed', query: 'status=failed&since=1h' }
const save = async (who: string, more: object = {}, path = local) =>
  ask(who, 'POST', path, { ...failed, ...more })

it('who may change things saves a view, and everybody finds it', async () => {
  const { status, body } = await save('operator', { query: '?since=1h&status=failed' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    page: 'all-runs',
    name: 'Failed',
    query: 'since=1h&status=failed',
    created_by: 'operator',
    created_at: now.toISOString(),
  })
  expect((await ask('viewer', 'GET', local)).body).toEqual([body])
  expect((await save('viewer', { name: 'Mine' })).status).toBe(403)
  for (const method of ['PATCH', 'DELETE']) {
    expect((await ask('viewer', method, `${local}/${body.id}`, {})).status).toBe(403)
  }
})

it('is renamed, gets other filters, and is deleted', async () => {
  const { body: made } = await save('operator')
  now = new Date(now.getTime() + 60_000)
  const at = `${local}/${made.id}`
  const renamed = await ask('admin', 'PATCH', at, { name: ' Failed today ' })
  expect(renamed.body).toEqual({
    ...made,
    name: 'Failed today',
    updated_by: 'admin',
    updated_at: now.toISOString(),
  })
  const replaced = await ask('operator', 'PATCH', at, { query: 'status=active' })
  expect(replaced.body).toMatchObject({ name: 'Failed today', query: 'status=active' })
  expect((await ask('operator', 'DELETE', at)).status).toBe(204)
  expect((await ask('viewer', 'GET', local)).body).toEqual([])
  for (const method of ['PATCH', 'DELETE']) {
    const gone = await ask('operator', method, at, {})
    expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('no such view')])
  }
})

it('has a name of its own on its page, in whatever case', async () => {
  const { body: made } = await save('operator')
  const again = await save('operator', { name: 'FAILED' })
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('FAILED')])
  expect((await save('operator', { page: 'all-threads' })).status).toBe(201)
  const { body: other } = await save('operator', { name: 'Other' })
  expect((await ask('operator', 'PATCH', `${local}/${other.id}`, { name: 'failed' })).status).toBe(
    409,
  )
  // Its own name in another case is none that is taken.
  expect((await ask('operator', 'PATCH', `${local}/${made.id}`, { name: 'failed' })).status).toBe(
    200,
  )
})

it('belongs to its connection, and goes with it', async () => {
  const { body: there } = await ask('admin', 'POST', '/gateway/connections', {
    name: 'There',
    kind: 'self_hosted',
    base_url: `${upstream.origin}/api-host`,
  })
  const elsewhere = `/gateway/connections/${there.id}/views`
  const { body: here } = await save('operator')
  expect((await save('operator', {}, elsewhere)).status).toBe(201)
  expect((await ask('viewer', 'GET', local)).body).toEqual([here])
  // By the address of another connection it is not found.
  for (const method of ['PATCH', 'DELETE']) {
    expect((await ask('operator', method, `${elsewhere}/${here.id}`, {})).status).toBe(404)
  }
  await ask('admin', 'DELETE', `/gateway/connections/${there.id}`)
  expect((await ask('viewer', 'GET', elsewhere)).status).toBe(404)
  const left = await database.query<{ id: string }>('select id from saved_views')
  expect(left).toEqual([{ id: here.id }])
  expect((await save('operator', {}, '/gateway/connections/nowhere/views')).status).toBe(404)
})

it.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(81) }, 'name'],
  [{ name: undefined }, 'name'],
  [{ name: 'a\u0000b' }, 'name'],
  [{ page: 'users' }, 'page'],
  [{ query: 'x'.repeat(2_001) }, 'query'],
  [{ query: 7 }, 'query'],
])('%j is refused at its field', async (more, field) => {
  const { status, body } = await save('operator', more)
  expect(status).toBe(422)
  expect(body.detail[0].loc).toEqual(['body', field])
})

it('passes over what it does not know, and names it', async () => {
  const { status, ignored } = await save('operator', { colour: 'red' })
  expect([status, ignored]).toEqual([201, 'colour'])
})

it('a page has so many views and no more', async () => {
  await database.query(
    `insert into saved_views (id, connection_id, page, name, query, created_at, updated_at)
     select gen_random_uuid(), 'local', 'alerts', 'view ' || n, '', now(), now()
     from generate_series(1, $1::int) n`,
    [mostViews],
  )
  const { status, body } = await save('operator', { page: 'alerts' })
  expect([status, body.detail]).toEqual([409, expect.stringContaining(`${mostViews} views`)])
  expect((await save('operator')).status).toBe(201)
})

it('every change of one is in the audit log, by its name', async () => {
  const { body: made } = await save('operator')
  await ask('operator', 'PATCH', `${local}/${made.id}`, { query: 'text=a+secret' })
  await ask('operator', 'DELETE', `${local}/${made.id}`)
  const { body } = await ask('admin', 'GET', '/gateway/audit?limit=3')
  const entries = body.resources as AuditEntry[]
  expect(
    entries.map(({ action, user_name, connection_id, subject_name, changes }) => [
      action,
      user_name,
      connection_id,
      subject_name,
      changes?.map(({ field }) => field),
    ]),
  ).toEqual([
    ['deleteView', 'operator', 'local', 'Failed', undefined],
    ['patchView', 'operator', 'local', 'Failed', ['query']],
    ['createView', 'operator', 'local', null, ['page', 'name', 'query']],
  ])
  expect(JSON.stringify(entries)).not.toContain('secret')
})

it('lists those of a page by their names', async () => {
  for (const name of ['b', 'C', 'a']) await save('operator', { name })
  const { body } = await ask('viewer', 'GET', local)
  expect((body as SavedView[]).map(({ name }) => name)).toEqual(['a', 'b', 'C'])
})
