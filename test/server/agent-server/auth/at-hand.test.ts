import type { Context } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyDatabase } from '../../../helpers/database.ts'
import { type Harness, startHarness } from '../harness.ts'
import { apiKey, serveFixtures } from '../serve-fixtures.ts'

const graphs = { whoami: './whoami.ts:graph' }
const revision = { auth: { path: './auth.ts:auth', disable_studio_auth: false } }
const operator = { 'x-api-key': apiKey, 'x-auth-scheme': 'langsmith' }
let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ graphs, revision })
})
afterAll(() => harness?.close())

it('is closed while no process has the authorization at hand, also after a restart', async () => {
  const database = await emptyDatabase()
  const deploymentId = '01900000-0000-7000-8000-0000000000bb'
  const options = { graphs, revision, database, deploymentId }
  const first = await startHarness(options)
  await first.close()
  const parts = { gateUrl: '', revisionId: 'r', heartbeatMs: 60_000, isIdle: true }
  const { server, cluster, http } = await serveFixtures({
    ...options,
    ...parts,
    report: () => {},
    onLog: () => {},
  })
  const { port } = http.address() as { port: number }
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/agents/fixtures/threads/search`, {
      method: 'POST',
      headers: operator,
      body: '{}',
    })
  const answer = await ask()
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { detail: expect.stringContaining('nothing is let in') },
  ])
  expect((await server.host.findThreads({})).threads).toEqual([])
  await server.host.remove(deploymentId)
  expect((await database.query('select 1 from guarded_deployments')).length).toBe(0)
  await server.stop()
  await cluster.leave()
  http.close()
})

it('an address that no rule covers is not served, however it was mounted', async () => {
  let isReached = false
  const handler = (context: Context) => {
    isReached = true
    return context.json({ secret: true })
  }
  harness.server.routes.get('/uncovered', handler)
  harness.server.routes.get('/threads/:thread_id/secret', handler)
  for (const path of [
    '/uncovered',
    '/threads/x/secret',
    '/threads//state',
    '/threads/x/state/..',
  ]) {
    const answer = await fetch(`${harness.url}${path}`, { headers: operator })
    expect([path, answer.status, isReached]).toEqual([path, 404, false])
  }
})
