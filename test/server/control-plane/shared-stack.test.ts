import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { UploadPlace } from '../../../src/contract/control-plane/source-archives.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { packed } from '../../helpers/source-archive.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

/** Two whole servers on one database, each with a data directory and executors of its own. */
const secretKey = 'one secret key for both of the servers'
let databaseUrl: string
let one: Stack
let two: Stack
let project: TestRepository
beforeAll(async () => {
  databaseUrl = await createPostgresDatabase()
  one = await startStack({ databaseUrl, secretKey, openDatabase: undefined })
  two = await startStack({ databaseUrl, secretKey, openDatabase: undefined })
  project = await makeRepository(path.join(one.folder, 'project'), agentProject('one'))
})
afterAll(async () => {
  await one?.close()
  await two?.close()
})

const input = { messages: [{ role: 'user', content: 'hello' }] }

async function answer(stack: Stack, name = 'agent'): Promise<string | undefined> {
  const response = await stack.call('POST', `/agents/${name}/runs/wait`, {
    assistant_id: 'agent',
    input,
  })
  if (!response.ok) return undefined
  const values = (await response.json()) as { messages: { content: string }[] }
  return values.messages.at(-1)?.content
}

it('§5.1 a client of one server is a client of each other one on its database, and of no stranger', async () => {
  const asked = (stack: Stack, key: string) =>
    Promise.all(
      ['/api-host/v2/deployments', '/agents/none/threads/x', '/api/v1/feedback'].map(
        async (address) =>
          (await fetch(stack.url + address, { headers: { 'x-api-key': key } })).status,
      ),
    )
  const served = await asked(one, one.apiKey)
  expect(served[0]).toBe(200)
  expect(served).not.toContain(401)
  expect(await asked(two, one.apiKey)).toEqual(served)
  const file = path.join(two.folder, 'data', 'api-key')
  expect(await readFile(file, 'utf8')).toBe(`${one.apiKey}\n`)

  // One whose secrets are sealed with another key cannot read it, says so, and has its own.
  const other = await startStack({
    databaseUrl,
    secretKey: secretKey.repeat(2),
    openDatabase: undefined,
  })
  expect(other.notices.join()).toContain('share an API key that this one cannot read')
  expect(await asked(other, one.apiKey)).toEqual([401, 401, 401])
  await other.close()
  const set = await startStack({
    databaseUrl,
    secretKey,
    apiKey: 'qd_set-by-hand-for-everybody',
    openDatabase: undefined,
  })
  expect(await asked(set, 'qd_set-by-hand-for-everybody')).toEqual(served)
  expect(await asked(set, one.apiKey)).toEqual([401, 401, 401])
  await set.close()
})

it('what was uploaded to one is built by each from the database that they share', async () => {
  const { id } = await one.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'uploaded',
    source: 'internal_source',
    source_config: {},
    source_revision_config: {},
    secrets: [],
  })
  const url = `/api-host/v2/deployments/${id}`
  const place = await two.json<UploadPlace>('POST', `${url}/upload-url`)
  const body = await packed(agentProject('uploaded'))
  expect((await fetch(place.upload_url, { method: 'PUT', body })).status).toBe(200)
  const patched = await one.json<Deployment>('PATCH', url, {
    source_revision_config: { source_tarball_path: place.object_path },
  })
  expect((await two.settled(id, patched.latest_revision_id)).status).toBe('DEPLOYED')
  for (const stack of [one, two]) {
    await expect.poll(() => answer(stack, 'uploaded')).toBe('uploaded')
    const builds = path.join(stack.folder, 'data', 'builds')
    await expect.poll(async () => (await readdir(builds)).length).toBeGreaterThan(0)
  }
  expect((await one.call('DELETE', url)).status).toBe(204)
})

it('any server of a database runs what one of them deployed, and switches when it changes', async () => {
  const { deployment, revision } = await one.deploy(project.folder)
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  // Either of them may have taken the rollout.
  for (const stack of [one, two]) {
    await expect.poll(() => answer(stack)).toBe('one')
  }

  await project.commit(agentProject('two'))
  const url = `/api-host/v2/deployments/${deployment.id}`
  const patched = await two.json<Deployment>('PATCH', url, {
    source_revision_config: { repo_ref: 'main' },
  })
  expect((await one.settled(deployment.id, patched.latest_revision_id)).status).toBe('DEPLOYED')
  for (const stack of [one, two]) {
    await expect.poll(() => answer(stack)).toBe('two')
  }

  // The one that is left goes on alone. Its own executor may switch later: until then the other's answered.
  await one.close()
  await expect.poll(() => answer(two)).toBe('two')
  expect((await two.call('DELETE', url)).status).toBe(204)
})
