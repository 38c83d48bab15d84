import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BuildFolders } from '../../../src/server/control-plane/rollout/build/build-folders.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

/** Which builds stay on the disk when there are newer ones: here one beside what serves. */
const deployment = randomUUID()
let database: Database
let folder: string
let builds: BuildFolders
const errors: Error[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-builds-'))
  database = await emptyDatabase()
  const report = (error: Error) => void errors.push(error)
  builds = new BuildFolders({ database, folders: { builds: folder }, keptBuilds: 1, report })
  await database.query(
    `insert into deployments (id, name, source, source_config, status)
     values ($1, 'agent', 'github', '{}', 'READY')`,
    [deployment],
  )
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  expect(errors).toEqual([])
})

/** A revision with its build, which is made for it or is one that is there. */
async function keep(name: string, status = 'DEPLOYED'): Promise<string> {
  const id = randomUUID()
  await writeFile(path.join(folder, name), '')
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history, build)
     values ($1, $2, '{}', '[]', $3, '[]', jsonb_build_object('folder', $4::text))`,
    [id, deployment, status, name],
  )
  return id
}
const left = async () => {
  await builds.clean()
  return (await readdir(folder)).toSorted()
}

it('what serves stays, however many newer ones there are, and so does the newest', async () => {
  const serving = await keep('a')
  for (const name of ['b', 'c', 'd']) await keep(name)
  await database.query('update deployments set active_revision_id = $1', [serving])
  expect(await builds.clean()).toEqual(new Set([deployment]))
  expect(await builds.clean()).toEqual(new Set())
  expect(await left()).toEqual(['a', 'd'])
})

it('one that a rollout is to use again stays, and counts by its newest revision then', async () => {
  const serving = await keep('a')
  for (const name of ['b', 'c']) await keep(name)
  await database.query('update deployments set active_revision_id = $1', [serving])
  const again = await keep('b', 'QUEUED')
  await keep('d')
  expect(await left()).toEqual(['a', 'b', 'd'])
  await database.query("update revisions set status = 'DEPLOYED' where id = $1", [again])
  await keep('b')
  expect(await left()).toEqual(['a', 'b'])
})

it('one that is in use stays until it is released as often as it was held', async () => {
  await builds.begin('a')
  builds.hold('a')
  builds.release('a')
  expect(await left()).toEqual(['a', 'a.unfinished'])
  builds.release('a')
  expect(await left()).toEqual([])
})
