import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { openDatabase } from '../../../src/server/process/open-database.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { atWork, endlessCommand, notedProcesses } from './processes.ts'
import { gate } from './recording-host.ts'

/** Two servers, each with folders and a host of its own, on one PostgreSQL database. */
let databases: Database[]
let one: Bench
let two: Bench
let project: TestRepository
beforeEach(async () => {
  const url = await createPostgresDatabase()
  databases = [await openDatabase({ url, folder: '' }), await openDatabase({ url, folder: '' })]
  const [first, second] = databases
  // What the servers tell each other must do: they look by themselves too rarely to matter here.
  one = await openBench({ database: first, pollMs: 3_600_000 })
  two = await openBench({ database: second, pollMs: 3_600_000 })
  project = await makeRepository(path.join(one.folder, 'repository'), agentProject('one'))
})
afterEach(async () => {
  await one?.close()
  await two?.close()
  for (const database of databases) await database.close()
})

const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const patch = async (bench: Bench, id: string, body: object) =>
  (await bench.json('PATCH', `/v2/deployments/${id}`, body)) as Deployment
const builds = (bench: Bench) =>
  readdir(path.join(bench.folder, 'builds')).catch((): string[] => [])

describe('servers on one database', () => {
  it('a rollout is made by one, and every server serves the active revision from its own build', async () => {
    const first = await createDeployment(one, project.folder)
    expect((await two.settled(first.id, latest(first))).status).toBe('DEPLOYED')
    await expect.poll(() => two.host.activated).toEqual([latest(first)])
    expect(one.host.activated).toEqual([latest(first)])
    expect(two.host.registered).toEqual(['agent'])
    const places = [one, two].map((bench) => bench.host.loaded[0]?.directory ?? '')
    expect(places[0]?.startsWith(one.folder)).toBe(true)
    expect(places[1]?.startsWith(two.folder)).toBe(true)

    await project.commit(agentProject('two'))
    const second = await patch(two, first.id, { secrets: [{ name: 'A', value: 'abcd' }] })
    expect((await one.settled(first.id, latest(second))).status).toBe('DEPLOYED')
    await expect.poll(() => one.host.activated.at(-1)).toBe(latest(second))
    expect(one.host.loaded.at(-1)?.env).toEqual({ A: 'abcd' })
    expect(two.host.activated).toEqual([latest(first), latest(second)])
    expect([...one.reported, ...two.reported]).toEqual([])
  })

  it('one that starts leaves the rollout of another one that lives, and takes over that of a dead one', async () => {
    const reached = gate()
    one.host.next.push(() => {
      reached.open()
      return new Promise(() => {})
    })
    const first = await createDeployment(one, project.folder)
    await reached.passed
    await two.restart()
    const url = `/v2/deployments/${first.id}/revisions/${latest(first)}`
    expect(((await two.json('GET', url)) as Revision).status).toBe('DEPLOYING')
    expect(two.host.loaded).toEqual([])

    // As if whoever had it were silent for too long.
    await databases[0]?.query("update revisions set claimed_by = 'gone'")
    await two.restart()
    expect((await two.settled(first.id, latest(first))).status).toBe('DEPLOYED')
    expect(two.host.activated).toEqual([latest(first)])
    // The first one has seen that the rollout is not its own any more, and serves what the other made.
    await expect.poll(() => one.host.activated).toEqual([latest(first)])
    expect(one.host.discarded).toContain(latest(first))
  })

  it('a rollout is interrupted through any of them, with the processes that it started', async () => {
    const noted = path.join(one.folder, 'noted')
    const first = await createDeployment(one, project.folder, {
      source: { build_command: endlessCommand(noted) },
    })
    const pids = await notedProcesses(noted)
    const response = await two.send(
      'POST',
      `/v2/deployments/${first.id}/revisions/${latest(first)}/interrupt`,
    )
    expect(response.status).toBe(200)
    expect(((await response.json()) as Revision).status).toBe('INTERRUPTED')
    await expect.poll(() => atWork(pids)).toEqual([])
    expect((await one.settled(first.id, latest(first))).status).toBe('INTERRUPTED')
  })

  it('34.1: what is being deleted is not served again meanwhile, whatever else is rolled out', async () => {
    const first = await createDeployment(one, project.folder)
    await expect.poll(() => two.host.activated).toEqual([latest(first)])
    const [reached, allowed] = [gate(), gate()]
    two.host.onRemove = () => {
      reached.open()
      return allowed.passed
    }
    const removed = two.send('DELETE', `/v2/deployments/${first.id}`)
    await reached.passed
    const loads = two.host.loaded.length
    const next = await createDeployment(one, project.folder, { name: 'next' })
    await expect.poll(() => two.host.activated.at(-1)).toBe(latest(next))
    const loaded = two.host.loaded.slice(loads).map(({ deployment_id }) => deployment_id)
    expect(new Set(loaded)).toEqual(new Set([next.id]))
    allowed.open()
    expect((await removed).status).toBe(204)
  })

  it('a deployment that one deletes is gone from all, with its builds', async () => {
    const first = await createDeployment(one, project.folder)
    await expect.poll(() => two.host.activated).toEqual([latest(first)])
    expect((await two.send('DELETE', `/v2/deployments/${first.id}`)).status).toBe(204)
    await expect.poll(() => one.host.removed).toEqual([first.id])
    await expect.poll(() => builds(one)).toEqual([])
    expect(await builds(two)).toEqual([])
    expect(two.host.removed).toEqual([first.id])
  })
})
