import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findRunOrigin } from '../../../src/server/agent-server/runs/run-origin.ts'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { openTracing, type TracingBench } from './bench.ts'

/** A real agent server and a real tracing service on one database. */
let bench: TracingBench
let agent: Harness
beforeAll(async () => {
  bench = await openTracing(findRunOrigin)
  bench.at(new Date().toISOString())
  agent = await startHarness({
    graphs: { steps: './steps.ts:graph' },
    database: bench.database,
    issueFeedbackUrls: bench.issue,
  })
})
afterAll(() => agent?.close())

/** A run that waits in its second step, with a vote on what it has done so far. */
async function votedRun() {
  const gate = randomUUID()
  const thread = await agent.thread()
  const input = { gates: { second: gate } }
  const run = await agent.run(thread, { assistant_id: 'steps', input, feedback_keys: ['score'] })
  await agent.gates.arrived(gate)
  const tokens = await bench.send(`/api/v1/feedback/tokens?run_id=${run.run_id}`)
  const [token] = (await tokens.json()) as { url: string }[]
  const url = token?.url ?? ''
  expect((await bench.submit(url, { score: 1 })).status).toBe(200)
  return { run, thread, gate, url }
}

const kept = async (runId: string) => [
  ...(await bench.votes(`run=${runId}&include_superseded=true`)),
  ...((await (await bench.send(`/api/v1/feedback/tokens?run_id=${runId}`)).json()) as unknown[]),
]

it('a vote knows the deployment and the revision that answered', async () => {
  const { run, gate } = await votedRun()
  expect(await bench.votes(`run=${run.run_id}`)).toMatchObject([
    { deployment_id: agent.deploymentId, revision_id: agent.revisionId },
  ])
  agent.gates.open(gate)
  await agent.ended(run)
  expect(await kept(run.run_id)).toHaveLength(2)
})

it('§3 the tokens and votes of a run that is rolled back go with it, and its address is unknown', async () => {
  const { run, url } = await votedRun()
  const cancel = `/threads/${run.thread_id}/runs/${run.run_id}/cancel?action=rollback&wait=true`
  expect((await agent.call('POST', cancel)).status).toBe(204)
  expect(await kept(run.run_id)).toEqual([])
  expect((await bench.submit(url, { score: -1 })).status).toBe(404)
})

it('those of a deleted thread go as well, and no others', async () => {
  const other = await votedRun()
  const { run, thread, gate } = await votedRun()
  agent.gates.open(gate)
  await agent.ended(run)
  expect((await agent.call('DELETE', `/threads/${thread}`)).status).toBeLessThan(300)
  expect(await kept(run.run_id)).toEqual([])
  expect(await kept(other.run.run_id)).toHaveLength(2)
  agent.gates.open(other.gate)
})
