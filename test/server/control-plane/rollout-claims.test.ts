import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  beginSwitch,
  claimRevision,
  listHeld,
} from '../../../src/server/control-plane/claim-store.ts'
import { moveRevision } from '../../../src/server/control-plane/revisions/revision-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

/** A rollout belongs to one process. Whoever had it before, and was silent for too long, changes nothing of it any more. */
const [own, other] = [randomUUID(), randomUUID()]
const deployment = randomUUID()
let database: Database
let id: string
beforeAll(async () => {
  database = await emptyDatabase()
  await database.query(
    `insert into deployments (id, name, source, source_config, status)
     values ($1, 'agent', 'github', '{}', 'READY')`,
    [deployment],
  )
})
beforeEach(async () => {
  id = randomUUID()
  await database.query('delete from revisions')
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history, claimed_by)
     values ($1, $2, '{}', '[]', 'DEPLOYING', '[]', $3)`,
    [id, deployment, own],
  )
  await database.query("update deployments set status = 'READY', latest_revision_id = $1", [id])
})
const kept = async () => {
  const [row] = await database.query<{ status: string; is_switching: boolean }>(
    'select status, is_switching from revisions where id = $1',
    [id],
  )
  return row
}

it('a rollout is moved by the process that has it alone', async () => {
  const move = { to: 'DEPLOYED' as const, at: new Date(), from: ['DEPLOYING'] }
  expect(await moveRevision(database, id, { ...move, claimedBy: other })).toBe(false)
  expect(await kept()).toEqual({ status: 'DEPLOYING', is_switching: false })
  expect(await moveRevision(database, id, { ...move, claimedBy: own })).toBe(true)
  expect(await kept()).toEqual({ status: 'DEPLOYED', is_switching: false })
})

it('traffic is switched by the process that has the rollout alone, while it deploys', async () => {
  expect(await beginSwitch(database, id, other)).toBe(false)
  expect(await kept()).toEqual({ status: 'DEPLOYING', is_switching: false })
  expect(await beginSwitch(database, id, own)).toBe(true)
  // From here on nobody interrupts it.
  const end = { to: 'INTERRUPTED' as const, at: new Date(), from: ['DEPLOYING'], isEnding: true }
  expect(await moveRevision(database, id, end)).toBe(false)
  await database.query("update revisions set status = 'DEPLOYED', is_switching = false")
  expect(await beginSwitch(database, id, own)).toBe(false)
})

it('one rollout of a deployment is taken at a time, once', async () => {
  const next = randomUUID()
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history)
     values ($1, $2, '{}', '[]', 'QUEUED', '[]')`,
    [next, deployment],
  )
  await database.query('update deployments set latest_revision_id = $1', [next])
  const revision = { id: next, deployment_id: deployment }
  expect(await claimRevision(database, revision, other, new Date())).toBe(false)
  await database.query("update revisions set status = 'DEPLOYED' where id = $1", [id])
  expect(await claimRevision(database, revision, other, new Date())).toBe(true)
  expect(await claimRevision(database, revision, own, new Date())).toBe(false)
})

it('one that is taken over in the middle of its switch can be ended again, until it is switched anew', async () => {
  expect(await beginSwitch(database, id, own)).toBe(true)
  expect(await moveRevision(database, id, { to: 'QUEUED', at: new Date() })).toBe(true)
  const revision = { id, deployment_id: deployment }
  expect(await claimRevision(database, revision, other, new Date())).toBe(true)
  const end = { to: 'INTERRUPTED' as const, at: new Date(), isEnding: true }
  expect(await moveRevision(database, id, end)).toBe(true)
})

it('a process goes on with the rollouts that it has alone, as long as they are at work', async () => {
  expect(await listHeld(database, own, [id])).toEqual([id])
  expect(await listHeld(database, other, [id])).toEqual([])
  await moveRevision(database, id, { to: 'INTERRUPTED', at: new Date() })
  expect(await listHeld(database, own, [id])).toEqual([])
})

it('of a deployment that is being deleted no rollout goes on, and none is taken', async () => {
  await database.query("update deployments set status = 'AWAITING_DELETE'")
  expect(await listHeld(database, own, [id])).toEqual([])
  await moveRevision(database, id, { to: 'QUEUED', at: new Date() })
  const revision = { id, deployment_id: deployment }
  expect(await claimRevision(database, revision, other, new Date())).toBe(false)
  expect((await kept())?.status).toBe('QUEUED')
})
