import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { restartPauseMs } from '../../../src/server/control-plane/rollout/restarts.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { gate } from './recording-host.ts'

let bench: Bench
let project: TestRepository
/** By the number of failures before. */
let pauses: number[]
let pauseMs: number
beforeEach(async () => {
  pauses = []
  pauseMs = 1
  bench = await openBench({
    restartPauseMs: (failures) => {
      pauses.push(failures)
      return pauseMs
    },
  })
  project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
})
afterEach(() => bench?.close())

const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment
const deployLog = (deployment: Deployment) => bench.log(deployment.id, latest(deployment), 'deploy')

async function deployed(): Promise<Deployment> {
  const deployment = await createDeployment(bench, project.folder)
  expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
  return deployment
}

const fail = () => {
  throw new Error('The model cannot be reached.')
}

it('what cannot be loaded after a restart stays active, says so, and is tried until it can', async () => {
  const deployment = await deployed()
  const reached = gate()
  const held = gate()
  await bench.restart((host) => {
    host.next.push(fail, fail, () => {
      reached.open()
      return held.passed
    })
  })
  await reached.passed
  expect(pauses).toEqual([0, 1])
  expect((await get(deployment.id)).active_revision_id).toBe(latest(deployment))
  expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
  const said = (await deployLog(deployment)).filter((line) => line.startsWith('Not serving'))
  expect(said).toEqual(
    Array(2).fill(
      'Not serving after a restart: The model cannot be reached. It stays the active revision and is tried again in 1 s.',
    ),
  )
  held.open()
  await expect.poll(() => bench.host.activated).toEqual([latest(deployment)])
  await expect
    .poll(async () => (await deployLog(deployment)).at(-1))
    .toBe('Serving again after a restart: agent.')
  expect(bench.reported).toEqual([])
})

it('an agent server that fails itself is reported, and tried again as well', async () => {
  const deployment = await deployed()
  await bench.restart((host) => {
    host.onActivate = () => {
      host.onActivate = null
      return Promise.reject(new Error('The switch is stuck.'))
    }
  })
  await expect.poll(() => bench.host.activated).toEqual([latest(deployment)])
  expect(bench.host.discarded).toEqual([latest(deployment)])
  expect(pauses).toEqual([0])
})

it('a new revision is not kept waiting, and ends the tries', async () => {
  const deployment = await deployed()
  const failed = gate()
  pauseMs = 50
  await bench.restart((host) => {
    host.next.push(() => {
      failed.open()
      return fail()
    })
  })
  await failed.passed
  const next = (await bench.json('PATCH', `/v2/deployments/${deployment.id}`, {
    secrets: [],
  })) as Deployment
  expect((await bench.settled(deployment.id, latest(next))).status).toBe('DEPLOYED')
  expect(bench.host.activated.at(-1)).toBe(latest(next))
  const loads = bench.host.loaded.length
  // Another rollout takes longer than the pause.
  const other = await createDeployment(bench, project.folder, { name: 'other' })
  await bench.settled(other.id, latest(other))
  expect(bench.host.loaded).toHaveLength(loads + 1)
  expect((await get(deployment.id)).active_revision_id).toBe(latest(next))
})

it('a build that is gone is made again, as often as that happens', async () => {
  const deployment = await deployed()
  for (let count = 0; count < 4; count += 1) {
    await rm(path.join(bench.folder, 'builds'), { recursive: true })
    await bench.restart()
    await expect.poll(() => bench.host.activated).toEqual([latest(deployment)])
    expect((await bench.settled(deployment.id, latest(deployment))).status).toBe('DEPLOYED')
  }
})

it('the pauses grow, up to five minutes', () => {
  expect([0, 1, 2, 8, 9, 1_000].map(restartPauseMs)).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000,
  ])
})
