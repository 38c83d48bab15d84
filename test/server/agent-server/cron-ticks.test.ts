import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Cron } from '../../../src/contract/agent-server/crons.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { HttpError } from '../../../src/server/http/http-error.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { gate } from '../control-plane/recording-host.ts'
import { startHarness } from './harness.ts'
import { serveFixtures } from './serve-fixtures.ts'

/** What may happen while a tick is being made. */
let clock: Date
const now = () => clock
const limits = { pollMs: 20 }
const due = '2026-10-19T09:00:00.000Z'
let database: Database
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  clock = new Date('2026-10-19T08:00:00Z')
  database = await emptyDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Options = Parameters<typeof startHarness>[0]
async function harness(options: Partial<Options> = {}) {
  const started = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    database,
    now,
    limits,
    ...options,
  })
  let isOpen = true
  const close = async () => {
    if (isOpen) await started.close()
    isOpen = false
  }
  closing.push(close)
  return { ...started, close }
}

/** The same database; `onAnswer` gets each statement before its answer is read. */
function watched(onAnswer: (sql: string) => Promise<void> | void): Database {
  return {
    ...database,
    async query(sql, values) {
      const rows = await database.query<never>(sql, values)
      await onAnswer(sql)
      return rows
    },
  }
}

const isLook = (sql: string) => sql.includes('from crons where next_run_at <= $1')
const readCron = async (id: string) => {
  const [row] = await database.query<{ next_run_at: Date; last_error: string | null }>(
    'select next_run_at, last_error from crons where cron_id = $1',
    [id],
  )
  return { next: row?.next_run_at.toISOString(), error: row?.last_error }
}
const runsOf = (id: string) =>
  database.query<{ run_id: string; thread_id: string }>(
    `select run_id, thread_id from runs where metadata->>'cron_id' = $1 order by position`,
    [id],
  )

it('34.1: a schedule that is changed while its tick is being made runs as it is by then', async () => {
  let change: (() => Promise<unknown>) | null = null
  const h = await harness({
    database: watched(async (sql) => {
      if (!change || !/from crons where deployment_id = \$1 and cron_id = \$2$/.test(sql)) return
      const once = change
      change = null
      await once()
    }),
  })
  const cron = { assistant_id: 'steps', schedule: '0 9 * * *', on_run_completed: 'keep' }
  const made = await h.call<Cron>('POST', '/runs/crons', { ...cron, input: { log: ['old'] } })
  const { cron_id } = made.body
  change = () => h.call('PATCH', `/runs/crons/${cron_id}`, { input: { log: ['new'] } })
  clock = new Date(due)
  await expect.poll(() => runsOf(cron_id)).toHaveLength(1)
  const [run] = await runsOf(cron_id)
  expect((await h.getRun(run as Run)).body).toMatchObject({ kwargs: { input: { log: ['new'] } } })
  expect(await readCron(cron_id)).toEqual({ next: '2026-10-20T09:00:00.000Z', error: null })
})

it('34.1: the tick of a project whose authorization is not at hand stays due, and is made once it is', async () => {
  const guarded = {
    graphs: { whoami: './whoami.ts:graph' },
    revision: { auth: { path: './auth.ts:auth', disable_studio_auth: false } },
    deploymentId: randomUUID(),
  }
  const first = await harness(guarded)
  const response = await fetch(`${first.url}/runs/crons`, {
    method: 'POST',
    headers: { authorization: 'Bearer carol', 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: 'whoami',
      input: { messages: [] },
      schedule: '0 9 * * *',
      on_run_completed: 'keep',
    }),
  })
  expect(response.status).toBe(200)
  const { cron_id } = (await response.json()) as Cron
  await first.close()

  clock = new Date(due)
  let looks = 0
  const idle = await serveFixtures({
    ...guarded,
    database: watched((sql) => {
      if (isLook(sql)) looks += 1
    }),
    gateUrl: '',
    revisionId: randomUUID(),
    heartbeatMs: 60_000,
    isIdle: true,
    now,
    limits,
    report: () => {},
    onLog: () => {},
  })
  await expect.poll(() => looks).toBeGreaterThan(2)
  await idle.server.stop()
  await idle.cluster.leave()
  idle.http.close()
  expect(await readCron(cron_id)).toEqual({ next: due, error: null })

  const next = await harness(guarded)
  await expect.poll(() => runsOf(cron_id)).toHaveLength(1)
  expect(await readCron(cron_id)).toEqual({ next: '2026-10-20T09:00:00.000Z', error: null })
  expect(next.errors).toEqual([])
})

it('34.1: a preview that rests is started once for a tick, which says why where it cannot be', async () => {
  let looks = 0
  const asked: string[] = []
  const start = gate()
  await harness({
    database: watched((sql) => {
      if (isLook(sql)) looks += 1
    }),
    async wakePreviewById(id) {
      asked.push(id)
      await start.passed
      throw new HttpError(409, 'There is no build of this revision.')
    },
  })
  const [cron, preview] = [randomUUID(), randomUUID()]
  await database.query(
    `insert into crons (cron_id, deployment_id, assistant_id, schedule, enabled, on_run_completed, request,
       next_run_at, created_at, updated_at)
     values ($1, $2, $2, '0 9 * * *', true, 'keep', '{}', $3, $3, $3)`,
    [cron, preview, new Date(due)],
  )
  clock = new Date(due)
  await expect.poll(() => asked).toEqual([preview])
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before + 3)
  expect(asked).toEqual([preview])
  start.open()
  await expect
    .poll(() => readCron(cron))
    .toEqual({
      next: '2026-10-20T09:00:00.000Z',
      error: 'There is no build of this revision.',
    })
})
