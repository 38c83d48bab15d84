import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import type { CaseRow, Session } from '../../../src/contract/qa/sessions.ts'
import { copyNewDatabase } from '../../helpers/new-database.ts'
import { type ServerProcess, startProcess } from '../app/server-process.ts'

let folder: string
let server: ServerProcess
const dataDir = () => path.join(folder, 'data')

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-killed-'))
  await copyNewDatabase(path.join(dataDir(), 'db'))
  server = await startProcess(dataDir())
})
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function json<Answer>(method: string, target: string, body?: unknown): Promise<Answer> {
  const response = await server.call(method, target, body)
  if (response.ok) return (await response.json()) as Answer
  throw new Error(`${method} ${target} answered ${response.status}: ${await response.text()}`)
}

/** Asks until it is so. */
async function until<Answer>(
  ask: () => Promise<Answer>,
  isSo: (answer: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (isSo(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it('a session goes on after each kill -9: no verdict lost, no attempt twice, and it ends by itself', async () => {
  const [examples] = (await json<{ resources: Deployment[] }>('GET', '/api-host/v2/deployments'))
    .resources
  const revision = `/api-host/v2/deployments/${examples?.id}/revisions/${examples?.latest_revision_id}`
  await until(() => json<Revision>('GET', revision), isSettled)
  const cases = Array.from({ length: 6 }, (_, at) => ({
    key: `case-${at}`,
    turns: [{ do: 'send', text: '2 steps of 150 ms' }],
    checks: [{ check: 'contains', text: 'All done: 2 steps' }],
  }))
  const { suite_id } = await json<{ suite_id: string }>('POST', '/gateway/qa/suites', {
    name: 'Killed',
    cases,
  })
  const target = { connection_id: 'local', deployment_id: examples?.id, assistant_id: 'slow' }
  const { session_id } = await json<Session>('POST', '/gateway/qa/sessions', {
    suite_id,
    targets: [{ ...target, revision_id: null }],
    repeats: 3,
    caps: { at_once: 3 },
  })
  const at = (rest = '') => `/gateway/qa/sessions/${session_id}${rest}`
  const read = () => json<Session>('GET', at())
  const seen = new Map<string, string>()
  const attempts = async () =>
    (await json<{ rows: CaseRow[] }>('GET', at('/grid'))).rows.flatMap((row) => row.attempts)

  for (const ended of [1, 4, 8, 12]) {
    await until(read, (session) => session.ended_attempts >= ended)
    await json('PUT', at(`/review/${ended % 6}`), { a: { correct: 'pass' }, note: `${ended}` })
    for (const one of await attempts()) {
      if (one.status === 'passed') seen.set(one.attempt_id, one.ended_at ?? '')
    }
    await server.end('SIGKILL')
    server = await startProcess(dataDir())
  }
  const session = await until(read, ({ status }) => status !== 'running')
  expect(session).toMatchObject({
    status: 'done',
    attempts: 18,
    ended_attempts: 18,
    judged: 4,
    tallies: [{ passed_cases: 6 }],
  })
  const all = await attempts()
  expect(all.map(({ status }) => status)).toEqual(Array(18).fill('passed'))
  // What had ended before a kill was not tried again.
  for (const [id, endedAt] of seen) {
    expect(all.find((one) => one.attempt_id === id)?.ended_at).toBe(endedAt)
  }
  const note = async (index: number) =>
    (await json<ReviewItem>('GET', at(`/review/${index}`))).verdict?.note
  expect([await note(1), await note(4), await note(2), await note(0)]).toEqual([
    '1',
    '4',
    '8',
    '12',
  ])
})
