import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Preview } from '../../../src/contract/control-plane/previews.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { createDeployment, openBench } from './bench.ts'
import { gate } from './recording-host.ts'

it('a preview that is asked for while it is being ended is started again', async () => {
  const bench = await openBench()
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await bench.settled(id, latest_revision_id ?? '')
  const url = `/v2/deployments/${id}/revisions/${latest_revision_id}/preview`
  const list = async () => (await bench.json('GET', `/v2/deployments/${id}/previews`)) as Preview[]
  await bench.json('POST', url, {})
  const [before] = await list()
  expect(before).toMatchObject({ state: 'running' })
  const loads = bench.host.loaded.length
  const [begun, end] = [gate(), gate()]
  bench.host.onRest = () => {
    begun.open()
    return end.passed
  }
  const ended = bench.send('DELETE', url)
  await begun.passed
  const again = bench.json('POST', url, {})
  await expect.poll(async () => (await list())[0]?.used_at).not.toBe(before?.used_at)
  end.open()
  expect((await ended).status).toBe(204)
  expect(await again).toMatchObject({ state: 'running' })
  expect(await list()).toMatchObject([{ state: 'running' }])
  expect(bench.host.loaded).toHaveLength(loads + 1)
  expect(bench.reported).toEqual([])
  await bench.close()
})

it('the build of a preview stays while that is open, also where newer ones are kept in its place', async () => {
  const bench = await openBench({ keptBuilds: 1 })
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await bench.settled(id, latest_revision_id ?? '')
  const builds = () => readdir(path.join(bench.folder, 'builds'))
  const [first = ''] = await builds()
  const rollOut = async (answer: string) => {
    await project.commit(agentProject(answer))
    const next = (await bench.json('POST', `/v2/deployments/${id}/revisions`, {})) as Revision
    await bench.settled(id, next.id)
  }
  const url = `/v2/deployments/${id}/revisions/${latest_revision_id}/preview`
  await bench.json('POST', url, {})
  await rollOut('y')
  await rollOut('z')
  expect(await builds()).toContain(first)
  expect((await bench.send('DELETE', url)).status).toBe(204)
  await rollOut('w')
  await expect.poll(builds).not.toContain(first)
  expect(bench.reported).toEqual([])
  await bench.close()
})

it('a preview is idle from when it can take runs, however long its start took', async () => {
  let at = Date.parse('2030-01-01T00:00:00Z')
  const bench = await openBench({ now: () => new Date(at) })
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await bench.settled(id, latest_revision_id ?? '')
  bench.host.next.push(() => {
    at += 3_600_000
  })
  await bench.json('POST', `/v2/deployments/${id}/revisions/${latest_revision_id}/preview`, {})
  const [opened] = (await bench.json('GET', `/v2/deployments/${id}/previews`)) as Preview[]
  expect(opened).toMatchObject({
    started_at: '2030-01-01T00:00:00.000Z',
    used_at: '2030-01-01T01:00:00.000Z',
  })
  await bench.close()
})
