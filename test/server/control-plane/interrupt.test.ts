import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { atWork, endlessCommand, notedProcesses } from './processes.ts'
import { gate } from './recording-host.ts'

let bench: Bench
let project: TestRepository
beforeEach(async () => {
  bench = await openBench()
  project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
})
afterEach(() => bench?.close())

const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment
const patch = async (id: string, body: object) =>
  (await bench.json('PATCH', `/v2/deployments/${id}`, body)) as Deployment
const interrupt = (id: string, revision: string) =>
  bench.send('POST', `/v2/deployments/${id}/revisions/${revision}/interrupt`)

async function interrupted(id: string, revision: string): Promise<Revision> {
  const response = await interrupt(id, revision)
  expect(response.status).toBe(200)
  const answer = (await response.json()) as Revision
  expect(answer).toMatchObject({ id: revision, status: 'INTERRUPTED' })
  expect(answer.status_reason).toBe('The rollout was interrupted.')
  return answer
}

async function deployed(): Promise<Deployment> {
  const deployment = await createDeployment(bench, project.folder)
  expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
  return deployment
}

it('in a build ends all that it started; what serves goes on, and the next one begins', async () => {
  const first = await deployed()
  const noted = path.join(bench.folder, 'noted')
  const next = await patch(first.id, {
    source_config: { build_command: endlessCommand(noted) },
    secrets: [],
  })
  const pids = await notedProcesses(noted)
  const revision = await interrupted(first.id, latest(next))
  expect(await atWork(pids)).toEqual([])
  expect(revision.status_history?.map((change) => change.status).slice(-2)).toEqual([
    'BUILDING',
    'INTERRUPTED',
  ])
  expect(await get(first.id)).toMatchObject({
    active_revision_id: first.latest_revision_id,
    latest_revision_id: next.latest_revision_id,
  })
  expect(await bench.log(first.id, latest(next), 'build')).toContain('The rollout was interrupted.')
  expect(bench.host.activated).toEqual([first.latest_revision_id])

  const third = await patch(first.id, { source_config: { build_command: null }, secrets: [] })
  expect((await bench.settled(first.id, latest(third))).status).toBe('DEPLOYED')
  // Of the build that was cut off nothing is left.
  const folders = await readdir(path.join(bench.folder, 'builds'))
  expect(folders.filter((name) => name.startsWith(latest(next)))).toEqual([])
  expect(bench.reported).toEqual([])
})

it('while the graphs are loaded discards them, and lasts over a restart', async () => {
  const first = await deployed()
  const reached = gate()
  bench.host.next.push(() => {
    reached.open()
    return new Promise(() => {})
  })
  const next = await patch(first.id, { secrets: [] })
  await reached.passed
  await interrupted(first.id, latest(next))
  expect(bench.host.discarded).toEqual([latest(next)])
  await bench.restart()
  await expect.poll(() => bench.host.activated).toEqual([latest(first)])
  expect((await bench.settled(first.id, latest(next))).status).toBe('INTERRUPTED')
  expect(bench.host.loaded).toHaveLength(1)
})

it('takes one out of the queue, and leaves the one before it', async () => {
  const reached = gate()
  const held = gate()
  bench.host.next.push(() => {
    reached.open()
    return held.passed
  })
  const first = await createDeployment(bench, project.folder)
  await reached.passed
  const next = await patch(first.id, { secrets: [] })
  await interrupted(first.id, latest(next))
  held.open()
  expect((await bench.settled(first.id, latest(first))).status).toBe('DEPLOYED')
  expect(bench.host.loaded).toHaveLength(1)
})

it('is too late once traffic is switched: 409, and the new revision serves', async () => {
  const reached = gate()
  const held = gate()
  bench.host.onActivate = () => {
    reached.open()
    return held.passed
  }
  const first = await createDeployment(bench, project.folder)
  await reached.passed
  const answer = interrupt(first.id, latest(first))
  held.open()
  const response = await answer
  expect(response.status).toBe(409)
  expect(await response.json()).toEqual({ detail: expect.stringContaining('DEPLOYED') })
  expect(await get(first.id)).toMatchObject({ active_revision_id: first.latest_revision_id })
  expect(bench.host.discarded).toEqual([])
})

it('of what has ended is 409, of what is not there 404', async () => {
  const first = await deployed()
  const nobody = '00000000-0000-4000-8000-000000000000'
  expect((await interrupt(first.id, latest(first))).status).toBe(409)
  expect((await bench.settled(first.id, latest(first))).status).toBe('DEPLOYED')
  expect((await interrupt(first.id, nobody)).status).toBe(404)
  expect((await interrupt(nobody, latest(first))).status).toBe(404)
  expect((await interrupt(first.id, 'nope')).status).toBe(422)
})
