import path from 'node:path'
import { expect, it } from 'vitest'
import type { Preview } from '../../../src/contract/control-plane/previews.ts'
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
