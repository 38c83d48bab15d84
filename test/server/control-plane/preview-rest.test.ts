import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Preview } from '../../../src/contract/control-plane/previews.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { Queryable } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
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

it('34.1: a revision without traffic is loaded once to see that it can be, and is let go', async () => {
  const bench = await openBench()
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await bench.settled(id, latest_revision_id ?? '')
  const body = { without_traffic: true }
  const next = (await bench.json('POST', `/v2/deployments/${id}/revisions`, body)) as Revision
  expect((await bench.settled(id, next.id)).status).toBe('DEPLOYED')
  expect(bench.host.loaded.map(({ revision_id }) => revision_id)).toEqual([
    latest_revision_id,
    next.id,
  ])
  expect(bench.host.discarded).toEqual([next.id])
  expect(bench.host.activated).toEqual([latest_revision_id])
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

it('a preview that two ask for at once is loaded once', async () => {
  const database = await emptyDatabase()
  let awaited = 0
  const both = gate()
  /** Whoever asks finds that there is no process yet only when the other has asked as well. */
  const query: Queryable['query'] = async (sql, params) => {
    const rows = await database.query<never>(sql, params)
    if (awaited > 0 && sql.includes('from previews p')) {
      awaited -= 1
      if (awaited === 0) both.open()
      await both.passed
    }
    return rows
  }
  const bench = await openBench({ database: { ...database, query } })
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await bench.settled(id, latest_revision_id ?? '')
  const loads = bench.host.loaded.length
  const url = `/v2/deployments/${id}/revisions/${latest_revision_id}/preview`
  awaited = 2
  const opened = await Promise.all([bench.json('POST', url, {}), bench.json('POST', url, {})])
  for (const one of opened) expect(one).toMatchObject({ state: 'running' })
  expect(bench.host.loaded).toHaveLength(loads + 1)
  await bench.close()
})

it('nothing is left loaded of a preview that cannot take runs, and it can be asked for again', async () => {
  const bench = await openBench()
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await bench.settled(id, latest_revision_id ?? '')
  const url = `/v2/deployments/${id}/revisions/${latest_revision_id}/preview`
  bench.host.onActivate = () => Promise.reject(new Error('No traffic today.'))
  expect((await bench.send('POST', url, {})).status).toBe(500)
  expect(bench.host.discarded).toEqual([latest_revision_id])
  expect(await bench.json('GET', `/v2/deployments/${id}/previews`)).toMatchObject([
    { state: 'resting' },
  ])
  bench.host.onActivate = null
  expect(await bench.json('POST', url, {})).toMatchObject({ state: 'running' })
  await bench.close()
})

it('a revision that is just being deployed has no preview yet, though its build is there', async () => {
  const bench = await openBench()
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const [begun, end] = [gate(), gate()]
  bench.host.next.push(() => {
    begun.open()
    return end.passed
  })
  const { id, latest_revision_id } = await createDeployment(bench, project.folder)
  await begun.passed
  const url = `/v2/deployments/${id}/revisions/${latest_revision_id}/preview`
  expect((await bench.send('POST', url, {})).status).toBe(409)
  end.open()
  await bench.settled(id, latest_revision_id ?? '')
  expect(await bench.json('POST', url, {})).toMatchObject({ state: 'running' })
  expect(bench.reported).toEqual([])
  await bench.close()
})
