/**
 * A server is killed at random moments of a session, while it is judged. The suite does it four times;
 * `QUARTERDECK_KILLS=100` does it so often in a session that is as much longer, `QUARTERDECK_KILLS_SEED` draws other
 * moments.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { CaseRow, Session } from '../../../src/contract/qa/sessions.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { copyNewDatabase } from '../../helpers/new-database.ts'
import { type ServerProcess, startProcess } from '../app/server-process.ts'

eachMayTake(2)

const kills = Number(process.env.QUARTERDECK_KILLS ?? 4)
const seed = Number(process.env.QUARTERDECK_KILLS_SEED ?? 20_260_101)
const repeats = 3
const cases = Math.max(6, Math.ceil((kills * 4) / repeats))
const attempts = cases * repeats

/** After how many ended attempts, and so many milliseconds more, it is killed; whether again while it starts. */
const kill = fc.record({
  ended: fc.nat({ max: attempts - 1 }),
  ms: fc.nat({ max: 500 }),
  starting: fc.option(fc.nat({ max: 2_000 }), { freq: 4 }),
})
const [moments = []] = fc.sample(fc.array(kill, { minLength: kills, maxLength: kills }), {
  seed,
  numRuns: 1,
})

let folder: string
let server: ServerProcess
const dataDir = () => path.join(folder, 'data')

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-killed-'))
  await copyNewDatabase(path.join(dataDir(), 'db'))
  server = await startProcess(dataDir())
})
afterAll(async () => {
  await server?.end('SIGKILL')
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
    await delay(20)
  }
}

async function begin(): Promise<string> {
  const { resources } = await json<{ resources: Deployment[] }>('GET', '/api-host/v2/deployments')
  const [examples] = resources
  const revision = `/api-host/v2/deployments/${examples?.id}/revisions/${examples?.latest_revision_id}`
  await until(() => json<Revision>('GET', revision), isSettled)
  const { suite_id } = await json<{ suite_id: string }>('POST', '/gateway/qa/suites', {
    name: 'Killed',
    cases: Array.from({ length: cases }, (_, at) => ({
      key: `case-${at}`,
      turns: [{ do: 'send', text: '2 steps of 150 ms' }],
      checks: [{ check: 'contains', text: 'All done: 2 steps' }],
    })),
  })
  const target = { connection_id: 'local', deployment_id: examples?.id, assistant_id: 'slow' }
  const { session_id } = await json<Session>('POST', '/gateway/qa/sessions', {
    suite_id,
    targets: [{ ...target, revision_id: null }],
    repeats,
    caps: { at_once: 3 },
  })
  return session_id
}

/** Kills it, perhaps once more while it starts; answers how often. */
async function killAndStart(starting: number | null): Promise<number> {
  await server.end('SIGKILL')
  let count = 1
  if (starting !== null) {
    const signal = AbortSignal.timeout(starting)
    await startProcess(dataDir(), { signal }).then(
      (started) => started.end('SIGKILL'),
      () => undefined,
    )
    count += 1
  }
  server = await startProcess(dataDir())
  return count
}

/** One verdict after the other, also while the server is away. `stop` answers the notes that were acknowledged. */
function judge(at: string) {
  let isOver = false
  const acknowledged: string[] = []
  const judging = (async () => {
    for (let vote = 0; !isOver; vote += 1) {
      const body = { a: { correct: 'pass' }, note: `vote ${vote}` }
      const response = await server
        .call('PUT', `${at}/review/${(vote * 7) % cases}`, body)
        .catch(() => null)
      if (response?.ok) acknowledged.push(body.note)
      await delay(40)
    }
  })()
  return {
    async stop() {
      isOver = true
      await judging
      return acknowledged
    },
  }
}

interface Grid {
  rows: CaseRow[]
}

interface Kept {
  attempt_id: string
  cell: string
  status: string
  is_current: boolean
  ended_at: Date | null
  run_ids: string[]
  /** Of all threads and runs on the server that carry the attempt's id. */
  threads: number
  runs: number
}

function readAttempts(database: Database): Promise<Kept[]> {
  return database.query<Kept>(
    `select attempt_id, case_index || ':' || target || ':' || repeat as cell, status, is_current, ended_at, run_ids,
       (select count(*)::int from threads t where t.metadata ->> 'qa_attempt' = a.attempt_id::text) as threads,
       (select count(*)::int from runs r join threads t using (thread_id)
        where t.metadata ->> 'qa_attempt' = a.attempt_id::text) as runs
     from qa_attempts a`,
  )
}

it(
  `a session goes on after each kill -9: no verdict lost, no attempt twice, and it ends by itself (seed ${seed})`,
  async () => {
    const at = `/gateway/qa/sessions/${await begin()}`
    const read = () => json<Session>('GET', at)
    const judged = judge(at)
    const seen = new Map<string, string>()
    let killed = 0
    for (const moment of [...moments].sort((one, other) => one.ended - other.ended)) {
      await until(read, (session) => session.ended_attempts >= moment.ended)
      const { rows } = await json<Grid>('GET', `${at}/grid`)
      for (const one of rows.flatMap((row) => row.attempts)) {
        if (one.status === 'passed') seen.set(one.attempt_id, one.ended_at ?? '')
      }
      await delay(moment.ms)
      killed += await killAndStart(moment.starting)
    }
    const session = await until(read, ({ status }) => status !== 'running')
    const acknowledged = await judged.stop()
    expect(session).toMatchObject({
      status: 'done',
      attempts,
      ended_attempts: attempts,
      tallies: [{ passed_cases: cases }],
    })
    await server.end('SIGKILL')

    const database = await openEmbeddedDatabase({ dataDir: path.join(dataDir(), 'db') })
    const all = await readAttempts(database)
    const notes = await database.query<{ note: string }>('select note from qa_verdicts')
    await database.close()
    const current = all.filter((one) => one.is_current)
    expect(new Set(current.map(({ cell }) => cell)).size).toBe(attempts)
    expect(current.map(({ status }) => status)).toEqual(Array(attempts).fill('passed'))
    const lost = all.filter((one) => !one.is_current)
    expect(new Set(lost.map(({ status }) => status))).toEqual(
      new Set(lost.length > 0 ? ['lost'] : []),
    )
    // No id was tried twice: it has one thread at most, with one run, and that is the one that is kept with it.
    expect(
      current.filter(({ threads, runs, run_ids }) => threads * runs * run_ids.length !== 1),
    ).toEqual([])
    expect(all.filter(({ threads, runs }) => threads > 1 || runs > 1)).toEqual([])
    const runs = all.flatMap(({ run_ids }) => run_ids)
    expect(new Set(runs).size).toBe(runs.length)
    // What had ended before a kill was not tried again.
    for (const one of all) {
      const before = seen.get(one.attempt_id)
      if (before) expect(one.ended_at?.toISOString()).toBe(before)
    }
    const ids = new Set(all.map(({ attempt_id }) => attempt_id))
    expect([...seen.keys()].filter((id) => !ids.has(id))).toEqual([])
    const kept = new Set(notes.map(({ note }) => note))
    expect(acknowledged.filter((note) => !kept.has(note))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(kills)
    if (!process.env.QUARTERDECK_KILLS) return
    console.info(
      `${killed} kills, ${attempts} attempts, ${lost.length} lost and tried again, ${acknowledged.length} verdicts acknowledged of ${kept.size} kept`,
    )
  },
  60_000 + kills * 30_000,
)
