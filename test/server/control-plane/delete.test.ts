import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
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

type Options = Parameters<typeof createDeployment>[2]
const create = (options?: Options) => createDeployment(bench, project.folder, options)
const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const remove = (id: string) => bench.send('DELETE', `/v2/deployments/${id}`)
const get = (id: string) => bench.send('GET', `/v2/deployments/${id}`)
const builds = async () =>
  (await readdir(path.join(bench.folder, 'builds'))).map((name) => name.slice(0, 36))

async function deployed(name: string): Promise<Deployment> {
  const deployment = await create({ name })
  expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
  return deployment
}

it('answers 204, and nothing is left of it; the others are as they were', async () => {
  const other = await deployed('other')
  const gone = await deployed('gone')
  const response = await remove(gone.id)
  expect([response.status, await response.text()]).toEqual([204, ''])
  expect(bench.host.removed).toEqual([gone.id])
  for (const url of [
    '',
    '/revisions',
    `/revisions/${latest(gone)}`,
    `/revisions/${latest(gone)}/logs?type=build`,
  ]) {
    expect((await bench.send('GET', `/v2/deployments/${gone.id}${url}`)).status).toBe(404)
  }
  expect((await remove(gone.id)).status).toBe(404)
  expect(await builds()).toEqual([latest(other)])
  expect(await (await get(other.id)).json()).toMatchObject({ active_revision_id: latest(other) })
  expect((await bench.log(other.id, latest(other), 'build')).length).toBeGreaterThan(0)
  const again = await deployed('gone')
  expect(again.id).not.toBe(gone.id)
  expect(bench.reported).toEqual([])
})

it('in the middle of a build ends the build with all that it started', async () => {
  const noted = path.join(bench.folder, 'noted')
  const deployment = await create({ source: { build_command: endlessCommand(noted) } })
  const pids = await notedProcesses(noted)
  expect(await atWork(pids)).toEqual(expect.arrayContaining(pids))
  expect((await remove(deployment.id)).status).toBe(204)
  expect(await atWork(pids)).toEqual([])
  expect(await builds()).toEqual([])
  expect(bench.host.loaded).toEqual([])
  expect((await get(deployment.id)).status).toBe(404)
  expect(bench.reported).toEqual([])
})

it('while the graphs are loaded discards them, and begins nothing that waits', async () => {
  const reached = gate()
  bench.host.next.push(() => {
    reached.open()
    return new Promise(() => {})
  })
  const deployment = await create()
  await reached.passed
  await bench.send('POST', `/v2/deployments/${deployment.id}/revisions`)
  expect((await remove(deployment.id)).status).toBe(204)
  expect(bench.host.discarded).toEqual([latest(deployment)])
  await deployed('next')
  expect(bench.host.loaded.map((one) => one.deployment_id)).toHaveLength(2)
  expect(bench.reported).toEqual([])
})

it('cut off by a crash is finished at the next start', async () => {
  const other = await deployed('other')
  const gone = await deployed('gone')
  const reached = gate()
  bench.host.onRemove = () => {
    reached.open()
    return new Promise(() => {})
  }
  const unanswered = remove(gone.id).catch((error: Error) => error)
  void unanswered
  await reached.passed
  expect(await (await get(gone.id)).json()).toMatchObject({ status: 'AWAITING_DELETE' })
  for (const [method, at] of [
    ['PATCH', ''],
    ['POST', '/revisions'],
    ['POST', `/revisions/${latest(gone)}/redeploy`],
  ] as const) {
    const response = await bench.send(method, `/v2/deployments/${gone.id}${at}`, {})
    expect([at, response.status]).toEqual([at, 409])
  }
  await bench.crash()
  expect(bench.host.removed).toEqual([gone.id])
  expect(bench.host.registered).toEqual(['other'])
  expect((await get(gone.id)).status).toBe(404)
  expect(await builds()).toEqual([latest(other)])
  await expect.poll(() => bench.host.activated).toEqual([latest(other)])
})

it('that fails is told, tried again by whoever asks, and free of half states', async () => {
  const deployment = await deployed('agent')
  bench.host.onRemove = () => Promise.reject(new Error('The database is gone.'))
  expect((await remove(deployment.id)).status).toBe(500)
  expect(bench.reported.map((error) => error.message)).toEqual(['The database is gone.'])
  expect(await (await get(deployment.id)).json()).toMatchObject({ status: 'AWAITING_DELETE' })
  const [reached, allowed] = [gate(), gate()]
  bench.host.onRemove = () => {
    reached.open()
    return allowed.passed
  }
  const first = remove(deployment.id)
  await reached.passed
  const asked = async () => (await (await get(deployment.id)).json()).updated_at
  const before = await asked()
  const second = remove(deployment.id)
  await expect.poll(asked).not.toBe(before)
  allowed.open()
  const answers = await Promise.all([first, second])
  expect(answers.map((answer) => answer.status)).toEqual([204, 204])
  expect((await get(deployment.id)).status).toBe(404)
})

it('an unknown id is 404, one of another form 422', async () => {
  expect((await remove('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await remove('nope')).status).toBe(422)
})
