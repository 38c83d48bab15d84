import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { gate } from './recording-host.ts'

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
  const broken = await deployed('broken', 'no-such-branch')
  bench.host.seen.set(hanging, 'not_answering')
  bench.host.seen.set(starting, 'starting')
  expect((await get(hanging)).health).toMatchObject({ status: 'failing' })
  expect((await get(starting)).health).toMatchObject({ status: 'starting' })
  expect((await get(broken)).health).toBeNull()
  // Not of the page alone.
  expect(await list('?limit=1')).toMatchObject({ total: 3, unwell: 2 })
  expect(await list('?name_contains=start')).toMatchObject({ total: 1, unwell: 0 })
  expect(await list('?limit=1&offset=1')).not.toHaveProperty('total')
})

it('one that cannot be started again after a restart of the server is failing, with the reason', async () => {
  const id = await deployed('agent')
  const failed = gate()
  await bench.restart((host) => {
    host.seen.set(id, 'none')
    host.next.push(() => {
      failed.open()
      throw new Error('The model cannot be reached.')
    })
  })
  await failed.passed
  await expect
    .poll(async () => (await get(id)).health)
    .toMatchObject({
      status: 'failing',
      detail: 'It could not be started on this server. Its log says why; it is tried again.',
    })
})
