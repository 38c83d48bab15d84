import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { findRunOrigin } from '../../../src/server/agent-server/runs/run-origin.ts'
import { exportVotes } from '../../../src/server/tracing/feedback-export.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { openTracing, type TracingBench } from './bench.ts'

/** A real agent server and a real tracing service on one database. */
let bench: TracingBench
let agent: Harness
beforeAll(async () => {
  bench = await openTracing(findRunOrigin)
  bench.at(new Date().toISOString())
  agent = await startHarness({
    graphs: { approve: './approve.ts:graph' },
    database: bench.database,
    issueFeedbackUrls: bench.issue,
  })
})
afterAll(() => agent?.close())
beforeEach(() => bench.database.query('delete from feedback_tokens'))

async function vote(run: Run): Promise<void> {
  const { url } = await bench.token({ run_id: run.run_id, feedback_key: 'score' })
  expect((await bench.submit(url, { score: 1 })).status).toBe(200)
}

/** A run that asks for an approval of its plan, with a vote on it. */
async function asked(input: object): Promise<Run> {
  const run = await agent.run(await agent.thread(), { assistant_id: 'approve', input })
  await agent.ended(run)
  await vote(run)
  return run
}

const exported = async (query = '') => {
  const text = await (await bench.send(`/api/v1/feedback/export?${query}`)).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { run_id: string; input: unknown; output: unknown })
}

it('carries the whole input and output of the run that a vote is about', async () => {
  const plan = `${'A plan that is longer than any list shows. '.repeat(50)}End.`
  const run = await asked({ plan })
  const [line] = await exported()
  expect(line).toMatchObject({ run_id: run.run_id, input: { plan } })
  // What whoever waits for the run is told.
  const joined = await agent.call('GET', `/threads/${run.thread_id}/runs/${run.run_id}/join`)
  expect(line?.output).toEqual(joined.body)
  expect(line?.output).toMatchObject({ plan: 'send mail' })
  const csv = await (await bench.send('/api/v1/feedback/export?format=csv')).text()
  expect(csv.split('\r\n')[0]).toMatch(/,superseded_at,input,output$/)
  expect(csv).toContain(`"{""plan"":""${plan}""}"`)
  // Lists stay small.
  expect((await bench.votes())[0]).not.toHaveProperty('input')
})

it('says of a run that answered a question what it was answered', async () => {
  const { thread_id } = await asked({ plan: 'x' })
  const answer = await agent.run(thread_id, { assistant_id: 'approve', command: { resume: 'yes' } })
  await agent.ended(answer)
  await vote(answer)
  expect((await exported(`run=${answer.run_id}`))[0]?.input).toEqual({ command: { resume: 'yes' } })
})

it('has no output of a run at work, and nothing of one that is not here', async () => {
  const gate = randomUUID()
  const run = await asked({ plan: 'x', gate })
  const work = await agent.run(run.thread_id, { assistant_id: 'approve', command: { resume: 1 } })
  await agent.gates.arrived(gate)
  await vote(work)
  expect((await exported(`run=${work.run_id}`))[0]).toMatchObject({
    input: { command: { resume: 1 } },
    output: null,
  })
  agent.gates.open(gate)
  await agent.ended(work)
  const elsewhere = randomUUID()
  const { url } = await bench.token({ run_id: elsewhere, feedback_key: 'score' })
  await bench.submit(url, { score: 1 })
  expect((await exported(`run=${elsewhere}`))[0]).toMatchObject({ input: null, output: null })
})

it('keeps what was said to itself where the project decides who may read it', async () => {
  await asked({ plan: 'secret' })
  await bench.database.query(
    'insert into guarded_deployments (deployment_id, has_auth) values ($1, true)',
    [agent.deploymentId],
  )
  const [line] = await exported()
  await bench.database.query('delete from guarded_deployments')
  expect(line).toMatchObject({ input: null, output: null, question: null, answer: null })
})

it('is written part by part: large runs are never held together', async () => {
  const plan = 'x'.repeat(700_000)
  for (let run = 0; run < 4; run += 1) await asked({ plan })
  const { body } = await bench.send('/api/v1/feedback/export')
  const lines: number[] = []
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    lines.push(Buffer.from(part).toString().trim().split('\n').length)
  }
  expect(lines).toEqual([1, 1, 1, 1])
})

it('is no error when whoever asked for it leaves while it is read', async () => {
  await asked({ plan: 'send mail' })
  const errors: Error[] = []
  const { body } = await exportVotes(
    bench.database,
    { connection: null },
    { format: 'jsonl', history: 'current', report: (error) => errors.push(error) },
  )
  const reader = body?.getReader()
  const reading = reader?.read()
  await reader?.cancel()
  expect((await reading)?.done).toBe(true)
  expect(errors).toEqual([])
})
