import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Gates, openGates } from './gates.ts'
import { type KillableServer, startKillable } from './killable.ts'

eachMayTake(2)

/** Two servers on one database, each of which may work on one run of the deployment at a time. */
let gates: Gates
const servers: KillableServer[] = []
beforeAll(async () => {
  const databaseUrl = await createPostgresDatabase()
  gates = await openGates()
  const variables = { N_JOBS_PER_WORKER: '1' }
  for (let made = 0; made < 2; made += 1) {
    servers.push(await startKillable({ databaseUrl, gateUrl: gates.url, variables }))
  }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await gates?.close()
})

it('36.3: N_JOBS_PER_WORKER holds on each server: two work on two, and the third run waits', async () => {
  const [server] = servers
  if (!server) throw new Error('There is no server.')
  const input = { gates: { second: 'all' } }
  const runs: Run[] = []
  for (let made = 0; made < 3; made += 1) {
    const { thread_id } = await server.call<Thread>('POST', '/threads', {})
    const body = { assistant_id: 'steps', input }
    runs.push(await server.call<Run>('POST', `/threads/${thread_id}/runs`, body))
  }
  const statuses = async () => {
    const read = runs.map(({ thread_id, run_id }) =>
      server.call<Run>('GET', `/threads/${thread_id}/runs/${run_id}`),
    )
    return (await Promise.all(read)).map(({ status }) => status).toSorted()
  }
  await gates.visited('all', 2)
  expect(await statuses()).toEqual(['pending', 'running', 'running'])
  gates.letOne('all')
  await gates.visited('all', 3)
  expect(await statuses()).toEqual(['running', 'running', 'success'])
  gates.open('all')
  await expect.poll(statuses).toEqual(['success', 'success', 'success'])
})
