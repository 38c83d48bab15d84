import { mkdtemp, rm, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { ServedRevision } from '../../../src/server/agent-server/executors/served-revision.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { noIsolation } from '../../../src/server/isolation/no-isolation.ts'
import { waitMs } from '../../helpers/patience.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { startHarness } from './harness.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('33.2.1: a process that served for long and cannot be started again is tried less and less often', async () => {
  let isThere = true
  const isolation = {
    ...noIsolation(),
    async prepare() {
      if (!isThere) throw new Error('The build is gone.')
    },
  }
  const tries: number[] = []
  const directory = path.join(import.meta.dirname, '../../fixtures/agents')
  const served = new ServedRevision(
    {
      ...{ deployment_id: 'd', revision_id: 'r', directory, env: {} },
      build: { root: directory, deployment_id: 'd' },
      graphs: { chat: './chat.ts:graph' },
      onLog(_level, message) {
        if (message === 'The build is gone.') tries.push(Date.now())
      },
    },
    {
      onEvent: async () => {},
      hold: async () => null,
      store: async () => Promise.reject(new Error('Nothing is stored.')),
      answerOwn: async () => new Response(null, { status: 404 }),
    },
    isolation,
    { loadMs: 60_000, answerMs: 60_000, restartMs: 60_000, restartPauseMs: 30_000 },
  )
  await served.load()
  served.keep()
  isThere = false
  // It has lived for longer than a crash counts.
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  served.kill()
  await vi.waitFor(() => expect(served.process).toBeNull())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(tries.slice(1, 4).map((at, index) => at - (tries[index] ?? 0))).toEqual([
    500, 1_000, 2_000,
  ])
  vi.useRealTimers()
  await served.stop()
})

/** A server whose agent's folder can be taken away, with a run of it at the gate `held`. */
async function serveFromFolder(database?: Database) {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-'))
  const directory = path.join(folder, 'agent')
  const place = () => symlink(path.join(import.meta.dirname, '../../fixtures/agents'), directory)
  await place()
  const graphs = { steps: './steps.ts:graph' }
  const h = await startHarness({
    graphs,
    language: 'javascript',
    revision: { directory },
    ...(database && { database }),
  })
  const run = await h.run(await h.thread(), { assistant_id: 'steps', input: held('held') })
  await h.gates.arrived('held')
  const seen = () => h.server.host.seenProcess(h.deploymentId)
  return {
    h,
    run,
    seen,
    place,
    async takeAway() {
      await unlink(directory)
      process.kill(h.gates.lastProcess() ?? Number.NaN, 'SIGKILL')
      await vi.waitFor(() => expect(seen().state).toBe('down'), { timeout: waitMs })
    },
    async close() {
      await h.close()
      await rm(folder, { recursive: true })
    },
  }
}

const gone = 'The folder of its build is gone. Redeploy the revision, and it is built again.'
const held = (gate: string) => ({ gates: { second: gate } })
const anyRun = { assistant_id: 'steps', input: held('nobody') }

it('33.2.1: one that cannot be started again is down, with since when and why, and refuses runs at once', async () => {
  const { h, run, seen, place, takeAway, close } = await serveFromFolder()
  const before = Date.now()
  const changes: object[] = []
  h.cluster.changes.listen((change) => changes.push(change))
  await takeAway()
  expect(seen().outage).toMatchObject({
    hasFailed: true,
    reason: gone,
  })
  expect(seen().outage?.since.getTime()).toBeGreaterThanOrEqual(before)
  const told = { area: 'control-plane', deployment_id: h.deploymentId }
  expect(changes).toContainEqual({ ...told, is_down: true })
  const thread = await h.thread()
  const sentence = `The agent is down and could not be started again. ${gone} It is tried again.`
  for (const path of ['/runs/wait', '/runs', '/runs/stream', `/threads/${thread}/runs/stream`]) {
    const { status, body } = await h.call('POST', path, anyRun)
    expect({ status, body }).toEqual({ status: 503, body: { detail: sentence } })
  }
  expect((await h.call('GET', `/threads/${thread}/runs`)).body).toEqual([])
  // What was asked before it went down waits for it, as does what is for later.
  const later = await h.run(thread, { ...anyRun, after_seconds: 3_600 })
  expect([(await h.getRun(run)).body.status, later.status]).toEqual(['pending', 'pending'])
  await place()
  h.gates.open('held')
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  expect(seen()).toMatchObject({ state: 'up', outage: null })
  expect(changes.at(-1)).not.toHaveProperty('is_down')
  await close()
})

it('33.2.1: a run that another process can take is taken there', async () => {
  const database = await openPostgres(await createPostgresDatabase())
  await migrate(database)
  const { h, takeAway, close } = await serveFromFolder(database)
  const other = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    language: 'javascript',
    ...{ database, deploymentId: h.deploymentId },
  })
  await takeAway()
  other.gates.open('held')
  const run = await h.run(await h.thread(), { ...anyRun, input: {} })
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  await other.close()
  await close()
  await database.close()
})
