/** The example agents in Python, as somebody would try them. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../agent-server/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
  const revision_id = randomUUID()
  await h.server.host.load({
    deployment_id: h.deploymentId,
    revision_id,
    directory: path.resolve(import.meta.dirname, '../../../examples-python'),
    graphs: {
      approval: './approval.py:graph',
      slow: './slow.py:graph',
      faulty: './faulty.py:graph',
    },
    env: {},
    python: process.env.QUARTERDECK_TEST_PYTHON ?? '',
    onLog: (level, message, runId) => h.logs.push({ level, message, runId }),
  })
  await h.server.host.activate(h.deploymentId, revision_id)
})
afterAll(async () => {
  expect(h.errors).toEqual([])
  await h.close()
})

const said = (content: string) => ({ messages: [{ role: 'user', content }] })

async function ended(thread: string, body: object) {
  const run = await h.ended(await h.run(thread, body as { assistant_id: string }))
  return { run, values: (await h.state(thread)).values as Record<string, unknown[]> }
}

it('slow does as many steps as it is asked for, by words or by fields', async () => {
  const thread = await h.thread()
  const words = await ended(thread, { assistant_id: 'slow', input: said('3 steps of 0 seconds') })
  expect(words.values).toMatchObject({ completed: 3, log: expect.arrayContaining(['finished']) })
  const fields = await ended(thread, { assistant_id: 'slow', input: { steps: 120, seconds: 0 } })
  expect(fields.run.status).toBe('success')
  expect(fields.values).toMatchObject({ completed: 100 })
})

it('faulty keeps what was done before it fails', async () => {
  const thread = await h.thread()
  const failed = await ended(thread, { assistant_id: 'faulty', input: said('pears and apples') })
  expect(failed.run).toMatchObject({
    status: 'error',
    error: expect.stringContaining('planned failure'),
  })
  expect(failed.values).toMatchObject({ log: ['Collected 3 words.'] })
  const well = await ended(thread, { assistant_id: 'faulty', input: said('fail at nowhere') })
  expect(well.run.status).toBe('success')
  expect(well.values.messages?.at(-1)).toMatchObject({ content: 'In order: at, fail, nowhere' })
})

it.each([
  [{ type: 'accept', args: null }, [{ args: { amount: 84, order_id: '4411' } }]],
  [[{ type: 'edit', args: { amount: 50 } }], [{ args: { amount: 50, order_id: '4411' } }]],
  [{ type: 'response', args: 'Not before Friday.' }, []],
  [{ type: 'ignore', args: null }, []],
])('approval asks and does what it is told: %j', async (answer, ledger) => {
  const thread = await h.thread()
  const input = said('Please refund €84 for order 4411')
  await ended(thread, { assistant_id: 'approval', input })
  const [question] = (await h.state(thread)).interrupts ?? []
  expect(question?.value).toMatchObject([{ action_request: { action: 'issue_refund' } }])
  const unclear = await ended(thread, { assistant_id: 'approval', command: { resume: 'hm' } })
  expect(unclear.values.ledger).toEqual([])
  const { values } = await ended(thread, { assistant_id: 'approval', command: { resume: answer } })
  expect(values.ledger).toMatchObject(ledger)
  expect((await h.getThread(thread)).status).toBe('idle')
})
