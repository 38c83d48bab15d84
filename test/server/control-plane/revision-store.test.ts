import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { mostRollouts } from '../../../src/contract/control-plane/rollouts.ts'
import { renewLease } from '../../../src/server/cluster/server-store.ts'
import { listAbandoned } from '../../../src/server/control-plane/claim-store.ts'
import {
  findPreviewNamed,
  keepPreview,
  listPreviewRows,
} from '../../../src/server/control-plane/previews/preview-store.ts'
import { readRollouts } from '../../../src/server/control-plane/revisions/read-rollouts.ts'
import {
  countAttempt,
  findRevision,
  isSuperseded,
  listIn,
  listRevisionRows,
  listWaiting,
  lockRevision,
  requeueRevision,
  skipWaiting,
} from '../../../src/server/control-plane/revisions/revision-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const [own, other] = [randomUUID(), randomUUID()]
const at = new Date('2026-11-20T13:00:00Z')
let database: Database
beforeEach(async () => {
  database = await emptyDatabase()
  for (const id of [own, other]) {
    await database.query(
      `insert into deployments (id, name, source, source_config, status)
       values ($1::uuid, $1::text, 'github', '{}', 'READY')`,
      [id],
    )
  }
})

async function keep(of = own, more: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history)
     values ($1, $2, '{}', '[]', 'DEPLOYED', '[]')`,
    [id, of],
  )
  for (const [column, value] of Object.entries(more))
    await database.query(`update revisions set ${column} = $2 where id = $1`, [id, value])
  return id
}

it('34: a revision is superseded by a newer one of its own deployment', async () => {
  const revision = await keep()
  await keep(other)
  expect(await isSuperseded(database, revision)).toBe(false)
  const newer = await keep()
  expect(await isSuperseded(database, revision)).toBe(true)
  expect(await isSuperseded(database, newer)).toBe(false)
})

it('34: beginnings of a rollout are counted, anew once it was put back by who has it', async () => {
  const [server, stranger] = [randomUUID(), randomUUID()]
  const revision = await keep(own, { status: 'BUILDING', claimed_by: server })
  expect(await countAttempt(database, revision)).toBe(1)
  expect(await countAttempt(database, revision)).toBe(2)
  await requeueRevision(database, revision, { at, claimedBy: stranger })
  expect(await countAttempt(database, revision)).toBe(3)
  await requeueRevision(database, revision, { at, claimedBy: server })
  expect(await countAttempt(database, revision)).toBe(1)
  expect((await findRevision(database, own, revision))?.status).toBe('QUEUED')
})

it('34: a preview was promoted by the newest revision that repeats it, and by none that failed', async () => {
  const preview = await keep(own, { without_traffic: true })
  const promotedTo = async () => (await findRevision(database, own, preview))?.promoted_to
  expect(await promotedTo()).toBeNull()
  await keep(own, { redeploy_of: preview, status: 'DEPLOY_FAILED' })
  expect(await promotedTo()).toBeNull()
  const first = await keep(own, { redeploy_of: preview })
  expect(await promotedTo()).toBe(first)
  const second = await keep(own, { redeploy_of: preview, status: 'QUEUED' })
  expect(await promotedTo()).toBe(second)
  await keep(own, { redeploy_of: preview, status: 'INTERRUPTED' })
  expect(await promotedTo()).toBe(second)
})

it('34: the previews of a deployment are listed from the newest to the oldest', async () => {
  const revisions = [await keep(), await keep(), await keep()]
  // As their ids come by chance, so does the order in which nobody asks for one.
  for (const [index, revision_id] of revisions.entries()) {
    const moment = new Date(at.getTime() + index * 1_000)
    await keepPreview(database, { deployment_id: own, revision_id }, moment)
  }
  await keepPreview(database, { deployment_id: other, revision_id: await keep(other) }, at)
  const listed = await listPreviewRows(database, own)
  expect(listed.map(({ revision_id }) => revision_id)).toEqual(revisions.toReversed())
  for (const revision of revisions) {
    expect((await findPreviewNamed(database, own, revision))?.revision_id).toBe(revision)
    expect(await findPreviewNamed(database, other, revision)).toBeNull()
  }
})

it('34: of rollouts in the middle those are abandoned that no living server has', async () => {
  const [living, gone] = [randomUUID(), randomUUID()]
  await renewLease(database, living, { startedMsAgo: 0, lengthMs: 3_600_000, facts: {} })
  await keep(own, { status: 'BUILDING', claimed_by: living })
  const left = await keep(other, { status: 'BUILDING', claimed_by: gone })
  expect((await listAbandoned(database)).map(({ id }) => id)).toEqual([left])
})

it('34: a revision is found by its own deployment', async () => {
  const revision = await keep()
  for (const find of [findRevision, lockRevision]) {
    expect((await find(database, own, revision))?.id).toBe(revision)
    expect(await find(database, other, revision)).toBeUndefined()
  }
})

it('34: of a deployment that is being deleted nothing waits and nothing is rolled out', async () => {
  const queued = await keep(own, { status: 'QUEUED' })
  await keep(other, { status: 'QUEUED' })
  await database.query("update deployments set status = 'AWAITING_DELETE' where id = $1", [other])
  expect((await listWaiting(database)).map(({ id }) => id)).toEqual([queued])
  expect((await listIn(database, ['QUEUED'])).map(({ id }) => id)).toEqual([queued])
})

it('34: with a new revision what waits is skipped, and nothing else: not itself, nor what is at work', async () => {
  const [waits, works] = [
    await keep(own, { status: 'QUEUED' }),
    await keep(own, { status: 'BUILDING' }),
  ]
  const elsewhere = await keep(other, { status: 'QUEUED' })
  const newer = await keep(own, { status: 'CREATING' })
  await database.transaction((tx) => skipWaiting(tx, own, newer, at))
  const told = await listRevisionRows(database, own, { limit: 10, offset: 0 })
  expect(told.map(({ id, status }) => [id, status])).toEqual([
    [newer, 'CREATING'],
    [works, 'BUILDING'],
    [waits, 'SKIPPED'],
  ])
  expect((await findRevision(database, other, elsewhere))?.status).toBe('QUEUED')
})

it('37: what took the traffic over is counted beyond what is told', async () => {
  const most = mostRollouts * 10
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history)
     select gen_random_uuid(), $1, '{}', '[]', 'DEPLOYED', '[]' from generate_series(1, $2)`,
    [own, most + 1],
  )
  await keep(own, { without_traffic: true })
  const { taken_over, taken_over_total } = await readRollouts(database, new Date(0))
  expect([taken_over.length, taken_over_total]).toEqual([most, most + 1])
})
