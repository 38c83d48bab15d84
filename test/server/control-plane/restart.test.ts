import { readlink, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { gate, type RecordingHost } from './recording-host.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

const repository = (): Promise<TestRepository> =>
  makeRepository(path.join(bench.folder, 'repository'), agentProject('one'))
type Options = Parameters<typeof createDeployment>[2]
const create = (address: string, options?: Options) => createDeployment(bench, address, options)
const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment

describe('a restart', () => {
  it('starts what served from its build, without building again', async () => {
    const project = await repository()
    const first = await create(project.folder)
    await bench.settled(first.id, latest(first))
    const before = bench.host.loaded[0]?.directory
    await bench.restart()
    await expect.poll(() => bench.host.activated).toEqual([latest(first)])
    expect(bench.host.registered).toEqual(['agent'])
    expect(bench.host.loaded[0]?.directory).toBe(before)
  })

  it('33: finds the graph library it ships where it stands now, also for builds that were made elsewhere', async () => {
    const project = await repository()
    const first = await create(project.folder)
    await bench.settled(first.id, latest(first))
    const { directory = '' } = bench.host.loaded[0] ?? {}
    const library = path.join(directory, 'node_modules/@langchain/langgraph')
    const ours = await readlink(library)
    const inner = path.join(directory, 'node_modules/zod')
    for (const link of [library, inner]) await rm(link)
    await symlink(path.join(bench.folder, 'earlier/node_modules/@langchain/langgraph'), library)
    // A link within the build is the project's own.
    const own = path.join(directory, 'lib')
    await symlink(own, inner)
    await bench.restart()
    await expect.poll(() => bench.host.activated).toEqual([latest(first)])
    expect(await readlink(library)).toBe(ours)
    expect(await readlink(inner)).toBe(own)
  })

  /** Loads that never end, and when so many have begun. */
  function endless() {
    let begun = 0
    let tell = () => {}
    return {
      prepare(host: RecordingHost) {
        host.next.push(() => {
          begun += 1
          tell()
          return new Promise(() => {})
        })
      },
      async begun(times: number) {
        while (begun < times) await new Promise<void>((resolve) => (tell = resolve))
      },
    }
  }

  it('34.1: gives a rollout up that three servers ended with, and leaves what another revision does', async () => {
    const loads = endless()
    loads.prepare(bench.host)
    const deployment = await create((await repository()).folder)
    for (const times of [1, 2, 3]) {
      await loads.begun(times)
      await bench.crash(times < 3 ? loads.prepare : undefined)
    }
    expect(await bench.settled(deployment.id, latest(deployment))).toMatchObject({
      status: 'CREATE_FAILED',
      status_reason:
        'The server stopped 3 times in the middle of this rollout, so it was given up. Start a new revision to try again.',
    })
    const again = `/v2/deployments/${deployment.id}/revisions`
    const next = (await bench.json('POST', again, {})) as { id: string }
    expect((await bench.settled(deployment.id, next.id)).status).toBe('DEPLOYED')
  })

  it('34.1: a rollout that was taken over while traffic was switched here is not what serves', async () => {
    await bench.close()
    const database = await emptyDatabase()
    const settled = gate()
    let isTaken = false
    bench = await openBench({
      database: {
        ...database,
        transaction: async (work) => {
          const isLast = isTaken
          try {
            return await database.transaction(work)
          } finally {
            if (isLast) settled.open()
          }
        },
      },
    })
    bench.host.onActivate = async () => {
      await database.query("update revisions set claimed_by = 'another server'")
      isTaken = true
    }
    const { id } = await create((await repository()).folder)
    await settled.passed
    expect((await get(id)).active_revision_id).toBeNull()
    // Whoever takes it over from there makes it what serves.
    await bench.restart()
    await expect.poll(async () => (await get(id)).active_revision_id).not.toBeNull()
  })

  it('34.1: skips a rollout that was cut off where a newer revision waits', async () => {
    const loads = endless()
    loads.prepare(bench.host)
    const deployment = await create((await repository()).folder)
    await loads.begun(1)
    const again = `/v2/deployments/${deployment.id}/revisions`
    const next = (await bench.json('POST', again, {})) as { id: string }
    await bench.crash()
    expect((await bench.settled(deployment.id, next.id)).status).toBe('DEPLOYED')
    expect(await bench.settled(deployment.id, latest(deployment))).toMatchObject({
      status: 'SKIPPED',
      status_reason: 'The server stopped during this rollout, and a newer revision exists.',
    })
    expect(bench.host.activated).toEqual([next.id])
    expect(await bench.log(deployment.id, latest(deployment), 'build')).toContain(
      'The server stopped during this rollout. A newer revision takes its place.',
    )
  })

  it('begins a rollout again that was cut off', async () => {
    const project = await repository()
    const reached = gate()
    bench.host.next.push(() => {
      reached.open()
      return new Promise(() => {})
    })
    const deployment = await create(project.folder)
    await reached.passed
    const cut = bench.host
    await bench.restart()
    expect(cut.discarded).toEqual([latest(deployment)])
    expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
    expect(bench.host.loaded).toHaveLength(1)
  })
})

it('build_on_push starts a revision when the branch moves', async () => {
  await bench.close()
  bench = await openBench({ pushPollMs: 20 })
  const project = await repository()
  const first = await create(project.folder, { source: { build_on_push: true } })
  await bench.settled(first.id, latest(first))
  const commit = await project.commit(agentProject('pushed'))
  await expect
    .poll(async () => (await get(first.id)).latest_revision_id)
    .not.toBe(first.latest_revision_id)
  const second = await bench.settled(first.id, latest(await get(first.id)))
  expect(second.source_revision_config.repo_commit_sha).toBe(commit)
})
