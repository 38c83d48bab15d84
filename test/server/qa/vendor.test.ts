import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installVendor, startVendor } from '../../../bench/server/vendor.ts'
import { runGate } from '../../../src/cli/gate/run-gate.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import type { Attempt } from '../../../src/contract/qa/attempts.ts'
import { minutes } from '../../helpers/patience.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

/**
 * One session on our stack and on the vendor's open server, as it is published, both with the package's
 * examples. That server does not undo what a run did that was rolled back while it worked; a session tells.
 */
const examples = path.resolve(import.meta.dirname, '../../../examples')
let qa: QaStack
let vendor: Awaited<ReturnType<typeof startVendor>>
let connection: Connection

// The first time the server's packages are installed, which takes longer than its tests.
beforeAll(async () => {
  await installVendor()
  vendor = await startVendor('vendor', examples)
  qa = await startQaStack()
  connection = await qa.stack.json<Connection>('POST', '/gateway/connections', {
    name: 'Open server',
    kind: 'agent_server',
    base_url: vendor.url,
  })
}, minutes(10))
afterAll(async () => {
  await qa?.stack.close()
  await vendor?.stop()
})

type Cases = Parameters<QaStack['suite']>[0]

/** Tries the cases on both; answers the attempts by case, ours first. */
async function tried(assistant_id: string, cases: Cases): Promise<Record<string, Attempt[]>> {
  const theirs = { connection_id: connection.id, deployment_id: connection.id, assistant_id }
  const { session_id } = await qa.begin(await qa.suite(cases), {
    targets: [qa.target(assistant_id), theirs],
    caps: { attempt_seconds: 60 },
  })
  const session = await qa.ended(session_id)
  expect(session.status).toBe('done')
  expect(session.targets.map((one) => one.deployment_name)).toEqual(['examples', 'Open server'])
  const rows = await qa.grid(session_id)
  const read = ({ attempt_id }: { attempt_id: string }) =>
    qa.stack.json<Attempt>('GET', `/gateway/qa/sessions/${session_id}/attempts/${attempt_id}`)
  const entries = rows.map(
    async ({ case_key, attempts }) => [case_key, await Promise.all(attempts.map(read))] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

/** What each attempt came to, with what did not hold: `passed`, `failed: the run ends well (it ended as error)`. */
const endsOf = (attempts: Record<string, Attempt[]>) =>
  Object.fromEntries(
    Object.entries(attempts).map(([key, of]) => [
      key,
      of.map(({ status, error, results }) => {
        const faults = results.flatMap(({ passed, words, found }) =>
          passed ? [] : `${words} (${found})`,
        )
        return [status, error, ...faults].filter(Boolean).join('; ')
      }),
    ]),
  )

const asked = [
  { do: 'send' as const, text: 'refund €84 for order 4411' },
  { do: 'expect_interrupt' as const, containing: 'issue_refund' },
]
const ledger = (equals: number) => ({
  check: 'json_path' as const,
  path: '$.ledger[0].args.amount',
  equals,
})

it('what asks for leave is accepted, edited, answered and rejected on both', async () => {
  const value = { order_id: '4411', amount: 10, currency: 'EUR', reason: 'Half of it' }
  const attempts = await tried('approval', [
    { key: 'accept', turns: [...asked, { do: 'answer', with: 'accept' }], checks: [ledger(84)] },
    { key: 'edit', turns: [...asked, { do: 'answer', with: 'edit', value }], checks: [ledger(10)] },
    {
      key: 'respond',
      turns: [...asked, { do: 'answer', with: 'respond', text: 'Ask Ada first' }],
      checks: [{ check: 'contains', text: 'Ask Ada first' }],
    },
    {
      key: 'reject',
      turns: [...asked, { do: 'answer', with: 'reject' }],
      checks: [
        { check: 'contains', text: 'Rejected' },
        { check: 'json_path', path: '$.ledger[0]', not: true },
      ],
    },
    {
      key: 'wait',
      turns: asked,
      checks: [{ check: 'status', is: 'interrupted' }],
    },
  ])
  const both = ['passed', 'passed']
  expect(endsOf(attempts)).toEqual({
    accept: both,
    edit: both,
    respond: both,
    reject: both,
    wait: both,
  })
})

it('a roll-back of a working run holds on ours; on the other it is told that it does not', async () => {
  const long = { do: 'send' as const, text: '3 steps of 60 seconds' }
  const after = { node: 'prepare' }
  const attempts = await tried('slow', [
    {
      key: 'roll-back',
      turns: [
        { do: 'send', text: '2 steps of 0 seconds' },
        long,
        { do: 'cancel', after, action: 'rollback' },
      ],
      checks: [{ check: 'contains', text: 'All done' }],
    },
    { key: 'first-run', turns: [long, { do: 'cancel', after, action: 'rollback' }] },
    {
      key: 'stop',
      turns: [long, { do: 'cancel', after, action: 'interrupt', hold: { run: 'interrupted' } }],
      checks: [{ check: 'contains', text: 'Starting 3 steps' }],
    },
    {
      key: 'drop',
      turns: [
        { do: 'send', text: '3 steps of 300 ms' },
        { do: 'drop', after },
      ],
      checks: [{ check: 'contains', text: 'All done: 3 steps' }],
    },
    {
      key: 'reject-second',
      turns: [
        { do: 'send', text: '1 step of 5 seconds' },
        { do: 'meanwhile', after, text: '2 steps of 0 seconds', multitask_strategy: 'reject' },
      ],
      checks: [{ check: 'contains', text: 'All done: 1 step' }],
    },
    {
      key: 'from-a-state',
      start: { kind: 'state', values: { log: ['earlier'] } },
      turns: [{ do: 'send', text: '1 step of 0 seconds' }],
      checks: [{ check: 'json_path', path: '$.log[0]', equals: 'earlier' }],
    },
  ])
  const both = ['passed', 'passed']
  const ends = endsOf(attempts)
  expect(ends).toMatchObject({
    stop: both,
    drop: both,
    'reject-second': both,
    'from-a-state': both,
  })
  for (const key of ['roll-back', 'first-run']) {
    const [ours, theirs] = ends[key] ?? []
    expect(ours).toBe('passed')
    expect(theirs).toMatch(/^failed; the run answers 404 after the stop \(error\)/)
    expect(theirs).toContain('the state is unchanged after the stop (changed)')
  }
})

it('a gate lets ours through, and names the case that the other does not roll back', async () => {
  const file = {
    name: 'rollback.jsonl',
    text: JSON.stringify({
      key: 'roll-back',
      turns: [
        { do: 'send', text: '2 steps of 0 seconds' },
        { do: 'send', text: '3 steps of 60 seconds' },
        { do: 'cancel', after: { node: 'prepare' }, action: 'rollback' },
      ],
      checks: [{ check: 'contains', text: 'All done' }],
    }),
  }
  const gate = async (connectionId: string, target: string) => {
    const said: string[] = []
    const passed = await runGate({
      file,
      server: qa.stack.url,
      connection: connectionId,
      target,
      assistant: 'slow',
      repeats: 1,
      minPass: 1,
      unjudged: 'fail',
      acceptsSideEffects: false,
      reports: {},
      say: (line) => said.push(line),
      pauseMs: 20,
    })
    return { passed, said }
  }
  expect((await gate('local', 'examples')).passed).toBe(true)
  const { passed, said } = await gate(connection.id, 'Open server')
  expect(passed).toBe(false)
  expect(said).toContainEqual(
    expect.stringMatching(/^Failed: roll-back: the run answers 404 after the stop/),
  )
})
