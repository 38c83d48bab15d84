/** 35, 1.2: what a server answers an executor that asks for the lease before a step begins. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { DatabaseAwayError } from '../../../src/server/db/database-errors.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type Harness, startHarness } from './harness.ts'

const hourMs = 3_600_000
let h: Harness
/** Before the server looks whether the run is still its own. */
let onQuestion: (runId: string) => Promise<void> = async () => {}
const isQuestion = (sql: string) => sql.includes('unnest($1::uuid[], $2::int[], $3::uuid[])')

beforeAll(async () => {
  const real = await emptyDatabase()
  const database: Database = {
    ...real,
    // As one that other servers share.
    notices: { listen: () => ({ up: Promise.resolve(), close: async () => {} }) },
    async query<Row extends object>(sql: string, params?: unknown[]): Promise<Row[]> {
      if (isQuestion(sql)) await onQuestion(String(params?.flat()[0]))
      return real.query<Row>(sql, params)
    },
  }
  // The clock of its executors is an hour ahead: what they are told with a run is over by then, so that they ask.
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() - hourMs)
  h = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    database,
    limits: { pollMs: hourMs, leaseMs: hourMs },
  })
})
afterAll(async () => {
  await h?.close()
  vi.restoreAllMocks()
})

/** A run that is asked about in this way, with the gate of its first step. */
async function asked(answer: typeof onQuestion) {
  const questions: string[] = []
  onQuestion = async (runId) => {
    questions.push(runId)
    await answer(runId)
  }
  const gate = randomUUID()
  const thread = await h.thread()
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, {
    assistant_id: 'steps',
    input: { gates: { first: gate } },
    // Nothing is written, and refused, before a step begins.
    durability: 'exit',
  })
  const [run] = (await h.call<Run[]>('GET', `/threads/${thread}/runs`)).body
  if (!run) throw new Error('No run was created.')
  return { run, gate, questions, stream }
}

it('a run that is its own goes on, and is not asked about again at once', async () => {
  const { run, gate, questions } = await asked(async () => {})
  await h.gates.arrived(gate)
  h.gates.open(gate)
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
  expect(questions).toEqual([run.run_id])
})

it('while the database is away nothing begins, and nothing is lost', async () => {
  let isAway = true
  const { run, gate, questions } = await asked(async () => {
    if (isAway) throw new DatabaseAwayError('The database is away.')
  })
  await expect.poll(() => questions.length).toBeGreaterThan(1)
  expect(h.gates.visits(gate)).toBe(0)
  isAway = false
  await h.gates.arrived(gate)
  h.gates.open(gate)
  expect(await h.ended(run)).toMatchObject({ status: 'success' })
})

it.each([
  ['that another process has', 'claimed_by = gen_random_uuid()'],
  ['of which another attempt is made', 'attempt = attempt + 1'],
  ['that is ended', "status = 'success'"],
])('a run %s is let go of, and its step does not begin', async (_which, change) => {
  const { gate, stream } = await asked(async (runId) => {
    await h.database.query(`update runs set ${change} where run_id = $1`, [runId])
  })
  const read = async () => {
    while (await stream.next());
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(h.gates.visits(gate)).toBe(0)
})

it('what cannot be told is reported, and the run is given up', async () => {
  const { gate, stream } = await asked(async () => {
    throw new Error('No answer can be made.')
  })
  const read = async () => {
    while (await stream.next());
  }
  await expect(read()).rejects.toThrow('terminated')
  expect(h.gates.visits(gate)).toBe(0)
  expect(h.errors.map(({ message }) => message)).toContain('No answer can be made.')
})
