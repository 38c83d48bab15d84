import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type listRollouts, mostRollouts } from '../../../src/contract/control-plane/rollouts.ts'
import type { EndpointOutput } from '../../../src/contract/endpoint.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'

let bench: Bench
let repository: string
beforeEach(async () => {
  bench = await openBench({ restartPauseMs: () => 3_600_000 })
  repository = (await makeRepository(path.join(bench.folder, 'repository'), agentProject('x')))
    .folder
})
afterEach(() => bench?.close())

const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment
const list = async (query = '') =>
  (await bench.json('GET', `/v2/deployments${query}`)) as {
    resources: Deployment[]
    total: number
    unwell: number
  }

async function deployed(name: string, ref = 'main') {
  const made = await createDeployment(bench, repository, { name, ref })
  await bench.settled(made.id, made.latest_revision_id ?? '')
  return made.id
}

it('what serves stays healthy although the latest push failed', async () => {
  const id = await deployed('agent')
  const changed = (await bench.json('PATCH', `/v2/deployments/${id}`, {
    source_revision_config: { repo_ref: 'no-such-branch' },
  })) as Deployment
  await bench.settled(id, changed.latest_revision_id ?? '')
  expect(await get(id)).toMatchObject({
    latest_revision_status: 'CREATE_FAILED',
    health: { status: 'ok', detail: 'Its process answers.' },
  })
  expect(await list()).toMatchObject({ total: 1, unwell: 0 })
})

it('counts over all that match who is not answered: what hangs, and what never came up', async () => {
  const hanging = await deployed('hanging')
  const starting = await deployed('starting')
  const down = await deployed('down')
  const broken = await deployed('broken', 'no-such-branch')
  bench.host.seen.set(hanging, 'not_answering')
  bench.host.seen.set(starting, 'restarting')
  bench.host.seen.set(down, 'down')
  expect((await get(hanging)).health).toMatchObject({ status: 'failing' })
  expect((await get(starting)).health).toMatchObject({ status: 'restarting' })
  expect((await get(down)).health).toMatchObject({ status: 'down' })
  expect((await get(broken)).health).toBeNull()
  // Not of the page alone.
  expect(await list('?limit=1')).toMatchObject({ total: 4, unwell: 3 })
  expect(await list('?name_contains=start')).toMatchObject({ total: 1, unwell: 0 })
  const names = async (query: string) =>
    (await list(`?health=unwell${query}`)).resources.map(({ name }) => name)
  expect(await names('')).toEqual(['down', 'hanging', 'broken'])
  expect(await names('&limit=1&offset=1')).toEqual(['hanging'])
  expect(await list('?health=unwell&limit=1')).toMatchObject({ total: 3, unwell: 3 })
  expect(await list('?limit=1&offset=1')).not.toHaveProperty('total')
})

it('one that cannot be started again after a restart of the server is failing, with the reason', async () => {
  const id = await deployed('agent')
  await bench.restart((host) => {
    host.seen.set(id, 'none')
    host.next.push(() => {
      throw new Error('The model cannot be reached.')
    })
  })
  await expect.poll(async () => (await get(id)).health).toMatchObject({ status: 'down' })
  const reason = 'The model cannot be reached.'
  expect(bench.host.failedStarts).toEqual([{ deploymentId: id, reason }])
})

it('33.2.3: rollouts that failed are counted beyond those that are told', async () => {
  const begin = new Date().toISOString()
  for (let number = 0; number < mostRollouts + 1; number += 1) {
    await deployed(`broken-${number}`, 'no-such-branch')
  }
  const told = async (since: string) =>
    (await bench.json('GET', `/v1/rollouts?since=${since}`)) as EndpointOutput<typeof listRollouts>
  const { failed, failed_total, under_way_total } = await told(begin)
  expect([failed.length, failed_total, under_way_total]).toEqual([
    mostRollouts,
    mostRollouts + 1,
    0,
  ])
  const [newest] = failed
  expect(newest).toMatchObject({ status: 'CREATE_FAILED', deployment_name: 'broken-20' })
  expect(await told(newest?.status_at ?? '')).toMatchObject({ failed: [newest], failed_total: 1 })
})
