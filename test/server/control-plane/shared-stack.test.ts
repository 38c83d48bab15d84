import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/deployments.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type PostgresServer, startPostgresServer } from '../../helpers/postgres-server.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

/** Two whole servers on one database, each with a data directory and executors of its own. */
let postgres: PostgresServer
let one: Stack
let two: Stack
let project: TestRepository
beforeAll(async () => {
  postgres = await startPostgresServer()
  const databaseUrl = await postgres.createDatabase()
  const secretKey = 'one secret key for both of the servers'
  one = await startStack({ databaseUrl, secretKey, openDatabase: undefined })
  two = await startStack({ databaseUrl, secretKey, openDatabase: undefined })
  project = await makeRepository(path.join(one.folder, 'project'), agentProject('one'))
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await postgres?.stop()
})

const input = { messages: [{ role: 'user', content: 'hello' }] }

async function answer(stack: Stack): Promise<string | undefined> {
  const response = await stack.call('POST', '/agents/agent/runs/wait', {
    assistant_id: 'agent',
    input,
  })
  if (!response.ok) return undefined
  const values = (await response.json()) as { messages: { content: string }[] }
  return values.messages.at(-1)?.content
}

it('any server of a database runs what one of them deployed, and switches when it changes', async () => {
  const { deployment, revision } = await one.deploy(project.folder)
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  expect(await answer(one)).toBe('one')
  await expect.poll(() => answer(two), { timeout: 30_000 }).toBe('one')

  await project.commit(agentProject('two'))
  const url = `/api-host/v2/deployments/${deployment.id}`
  const patched = await two.json<Deployment>('PATCH', url, {
    source_revision_config: { repo_ref: 'main' },
  })
  expect((await one.settled(deployment.id, patched.latest_revision_id)).status).toBe('DEPLOYED')
  for (const stack of [one, two]) {
    await expect.poll(() => answer(stack), { timeout: 30_000 }).toBe('two')
  }

  // The one that is left goes on alone.
  await one.close()
  expect(await answer(two)).toBe('two')
  expect((await two.call('DELETE', url)).status).toBe(204)
})
