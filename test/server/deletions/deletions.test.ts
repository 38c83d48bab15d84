/** What is deleted in the console can be brought back for 30 seconds; then it goes, whoever looks. */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Deletion, graceMs } from '../../../src/contract/gateway/deletions.ts'
import { Cluster } from '../../../src/server/cluster/cluster.ts'
import { endLease } from '../../../src/server/cluster/server-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { claimDue, isGoing } from '../../../src/server/deletions/deletion-store.ts'
import { createDeletions } from '../../../src/server/deletions/deletions.ts'
import { refuseGoing } from '../../../src/server/deletions/refuse-going.ts'
import { HttpError } from '../../../src/server/http/http-error.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'

const hourMs = 3_600_000
let database: Database
beforeAll(async () => {
  database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
})
afterAll(() => database?.close())

const clock = { now: new Date('2030-06-01T12:00:00Z') }
const pass = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}
/** What is there, on the servers that the things are on. */
const there = new Set<string>()
/** How often each was deleted there. */
const removed: string[] = []
/** What such a server answers instead. */
let problem: HttpError | null = null
beforeEach(async () => {
  await database.query('delete from deletions')
  there.clear()
  removed.length = 0
  problem = null
})

/** One process: it deletes when the test says so. */
async function openProcess() {
  const errors: Error[] = []
  const report = (error: Error) => void errors.push(error)
  const limits = { leaseMs: hourMs, pollMs: hourMs }
  const cluster = new Cluster({ database, dataDir: null, limits, report })
  const kind = {
    async check({ subject_id }: { subject_id: string }) {
      if (!there.has(subject_id)) throw new HttpError(404, 'It is not there.')
    },
    async remove({ subject_id }: { subject_id: string }) {
      if (problem) throw problem
      if (!there.delete(subject_id)) throw new HttpError(404, 'It is not there.')
      removed.push(subject_id)
    },
  }
  const app = new Hono()
  answerErrors(app, report)
  app.use(refuseGoing(database))
  const deletions = createDeletions(app, {
    database,
    cluster,
    kinds: { thread: kind, suite: kind, session: kind, embed: kind },
    now: () => clock.now,
    nameOf: () => 'pat',
    report,
    pollMs: hourMs,
  })
  app.all('*', (context) => context.text('there'))
  await deletions.start()
  // What the start itself sets to work is over before anything is due.
  await deletions.work()
  const call = (method: string, path: string, body?: unknown) =>
    app.request(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return {
    deletions,
    cluster,
    errors,
    call,
    async deletes(kind = 'suite', more: object = {}) {
      const subject_id = randomUUID()
      there.add(subject_id)
      const asked = await call('POST', '/gateway/deletions', { kind, subject_id, ...more })
      expect(asked.status).toBe(202)
      return (await asked.json()) as Deletion
    },
    listed: async () =>
      ((await (await call('GET', '/gateway/deletions')).json()) as Deletion[]).map(({ id }) => id),
    undo: async (id: string) => (await call('POST', `/gateway/deletions/${id}/undo`)).status,
    async close() {
      await deletions.stop()
      await cluster.leave()
    },
  }
}

it('goes after 30 seconds and not before; everybody finds it gone at once', async () => {
  const server = await openProcess()
  const place = { connection_id: 'local', deployment_id: randomUUID() }
  const { id, subject_id, due_at, asked_by } = await server.deletes('thread', place)
  expect([due_at, asked_by]).toEqual([new Date(clock.now.getTime() + graceMs).toISOString(), 'pat'])
  const thread = `/gateway/connections/local/agents/${place.deployment_id}/threads/${subject_id}`
  const statuses = async () => {
    const below = `${thread.replace(subject_id, subject_id.toUpperCase())}/runs`
    const answers = [thread, below, `${thread}x`].map((path) => server.call('GET', path))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await statuses()).toEqual([404, 404, 200])
  pass(graceMs - 1)
  await server.deletions.work()
  expect(there.has(subject_id)).toBe(true)
  pass(1)
  await server.deletions.work()
  expect(removed).toEqual([subject_id])
  expect(await server.undo(id)).toBe(409)
  // It is told a while longer, so that no list shows it again; then it is forgotten.
  expect(await server.listed()).toEqual([id])
  pass(60_001)
  await server.deletions.work()
  expect(await server.listed()).toEqual([])
  await server.close()
  expect(server.errors).toEqual([])
})

it('is brought back as it was, once, and stays', async () => {
  const server = await openProcess()
  const { id, subject_id } = await server.deletes()
  const suite = `/gateway/qa/suites/${subject_id}`
  expect((await server.call('GET', suite)).status).toBe(404)
  expect(await server.undo(id)).toBe(204)
  expect((await server.call('GET', suite)).status).toBe(200)
  expect(await server.undo(id)).toBe(409)
  pass(graceMs)
  await server.deletions.work()
  expect(removed).toEqual([])
  await server.close()
})

it('asking twice is asking once; what is not there, or nowhere, is refused', async () => {
  const server = await openProcess()
  const { id, subject_id, due_at } = await server.deletes()
  pass(10_000)
  const again = await server.call('POST', '/gateway/deletions', { kind: 'suite', subject_id })
  expect(await again.json()).toMatchObject({ id, due_at })
  const status = async (body: object) =>
    (await server.call('POST', '/gateway/deletions', body)).status
  expect(await status({ kind: 'suite', subject_id: randomUUID() })).toBe(404)
  expect(await status({ kind: 'thread', subject_id })).toBe(422)
  expect(await status({ kind: 'deployment', subject_id })).toBe(422)
  expect(await server.undo(randomUUID())).toBe(409)
  await server.close()
})

it('a server that is away is asked again; what it refuses is given up, and there again', async () => {
  const server = await openProcess()
  const { id, subject_id } = await server.deletes()
  pass(graceMs)
  problem = new HttpError(502, 'It is away.')
  await server.deletions.work()
  expect(await server.listed()).toEqual([id])
  problem = null
  pass(4_999)
  await server.deletions.work()
  expect(there.has(subject_id)).toBe(true)
  pass(1)
  await server.deletions.work()
  expect(removed).toEqual([subject_id])

  const kept = await server.deletes()
  problem = new HttpError(409, 'The session runs.')
  pass(graceMs)
  await server.deletions.work()
  expect((await server.call('GET', `/gateway/qa/suites/${kept.subject_id}`)).status).toBe(200)
  expect(server.errors.map(({ message }) => message)).toEqual(['The session runs.'])
  await server.close()
})

it('of two servers one deletes, once; what one had begun and is gone the other ends', async () => {
  const [one, two] = [await openProcess(), await openProcess()]
  const all = await Promise.all([one.deletes(), two.deletes(), one.deletes()])
  pass(graceMs)
  await Promise.all([one.deletions.work(), two.deletions.work()])
  expect(removed.toSorted()).toEqual(all.map(({ subject_id }) => subject_id).toSorted())

  const { id, subject_id } = await one.deletes()
  pass(graceMs)
  expect((await claimDue(database, one.cluster.serverId, clock.now))?.id).toBe(id)
  await two.deletions.work()
  expect(await two.undo(id)).toBe(409)
  expect(there.has(subject_id)).toBe(true)
  await endLease(database, one.cluster.serverId)
  await two.deletions.work()
  expect(there.has(subject_id)).toBe(false)
  // What is deleted is taken by nobody, whoever did it.
  await endLease(database, two.cluster.serverId)
  expect(await claimDue(database, randomUUID(), clock.now)).toBeUndefined()
  await one.close()
  await two.close()
  expect([...one.errors, ...two.errors]).toEqual([])
})

it('what was due first goes first; nobody waits for what another process takes', async () => {
  const server = await openProcess()
  const first = await server.deletes()
  pass(1)
  const second = await server.deletes()
  pass(graceMs)
  await database.transaction(async (tx) => {
    const taken = await claimDue(tx, server.cluster.serverId, clock.now)
    expect(taken?.id).toBe(first.id)
    await database.transaction(async (another) => {
      // Whoever waited for the first would fail, not stand.
      await another.query("set local lock_timeout = '1s'")
      const next = await claimDue(another, server.cluster.serverId, clock.now)
      expect(next?.id).toBe(second.id)
    })
  })
  await server.close()
})

it('what is there again under its old id can be deleted again, and brought back', async () => {
  const server = await openProcess()
  const { subject_id } = await server.deletes()
  pass(graceMs)
  await server.deletions.work()
  there.add(subject_id)
  const isHidden = async () =>
    (await database.query(`select ${isGoing('$1::uuid')} as hidden`, [subject_id]))[0]
  expect((await server.call('GET', `/gateway/qa/suites/${subject_id}`)).status).toBe(200)
  expect(await isHidden()).toEqual({ hidden: false })
  const asked = await server.call('POST', '/gateway/deletions', { kind: 'suite', subject_id })
  expect(await isHidden()).toEqual({ hidden: true })
  const { id, due_at } = (await asked.json()) as Deletion
  expect(due_at).toBe(new Date(clock.now.getTime() + graceMs).toISOString())
  expect((await server.call('GET', `/gateway/qa/suites/${subject_id}`)).status).toBe(404)
  expect(await server.listed()).toEqual([id])
  expect(await server.undo(id)).toBe(204)
  pass(graceMs)
  await server.deletions.work()
  expect(there.has(subject_id)).toBe(true)
  await server.close()
})
