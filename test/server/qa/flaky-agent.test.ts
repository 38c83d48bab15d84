import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decide } from '../../../src/cli/gate/run-gate.ts'
import type { Results } from '../../../src/contract/qa/results.ts'
import type { NamedTarget } from '../../../src/contract/qa/sessions.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { computeResults } from '../../../src/server/qa/results/compute-results.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { atLeast, binomialInterval, drawsFrom } from './binomial.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'
import { sampleSession } from './sample-session.ts'

eachMayTake(2)

/** An agent that is right 80 % of the time: what is drawn is the same in each run of this file. “Stay” waits for a file. */
const right = 0.8
const graph = `import { existsSync } from 'node:fs'
import { AIMessage } from '@langchain/core/messages'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

let state = 4411
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }) => {
    const stays = messages.at(-1).content === 'Stay'
    while (stays && !existsSync(process.env.GATE)) await new Promise((done) => setTimeout(done, 20))
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const content = state / 2 ** 32 < ${right} ? '30 days' : '14 days'
    const usage_metadata = { input_tokens: 60, output_tokens: 40, total_tokens: 100 }
    return { messages: [new AIMessage({ content, usage_metadata })] }
  })
  .addEdge(START, 'answer')
  .compile()
`

let qa: QaStack
let database: Database
let gate: string
let target: Pick<NamedTarget, 'connection_id' | 'deployment_id' | 'assistant_id'>
beforeAll(async () => {
  database = await emptyDatabase()
  qa = await startQaStack({ openDatabase: async () => ({ ...database, close: async () => {} }) })
  gate = path.join(qa.stack.folder, 'gate')
  const files = { ...agentProject('Here'), 'agent.ts': graph }
  const folder = path.join(qa.stack.folder, 'draws')
  const { deployment } = await qa.stack.deploy((await makeRepository(folder, files)).folder, {
    name: 'draws',
    secrets: { GATE: gate },
  })
  target = { connection_id: 'local', deployment_id: deployment.id, assistant_id: 'agent' }
})
afterAll(() => qa?.stack.close())

const asking = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: `k${at}`,
    turns: [{ do: 'send' as const, text: 'How long may I send it back?' }],
    checks: [{ check: 'contains' as const, text: '30 days' }],
  }))

it('is found flaky, and as often right as it is', async () => {
  const [cases, repeats, needed] = [40, 5, 4]
  const { session_id } = await qa.begin(await qa.suite(asking(cases)), {
    targets: [{ ...target, revision_id: null }],
    repeats,
    passes_needed: needed,
    // One after the other: what is drawn falls to the same attempts each time.
    caps: { at_once: 1 },
  })
  await qa.ended(session_id)
  const results = await qa.stack.json<Results>('GET', `/gateway/qa/sessions/${session_id}/results`)
  const isWithin = (count: number, n: number, p: number) => {
    const { low, high } = binomialInterval(n, p)
    expect(count).toBeGreaterThanOrEqual(low)
    expect(count).toBeLessThanOrEqual(high)
  }
  const attempts = (await qa.grid(session_id)).flatMap((row) => row.attempts)
  const passed = attempts.filter(({ status }) => status === 'passed').length
  isWithin(passed, cases * repeats, right)
  isWithin(results.targets[0]?.passed ?? 0, cases, atLeast(needed, repeats, right))
  isWithin(results.flaky.length, cases, 1 - right ** repeats - (1 - right) ** repeats)
  expect(results.targets[0]?.pass_at_k['1']).toBeCloseTo(passed / (cases * repeats))
})

it('§Judged 4 is let through by --per-case 4/5 as often as the binomial says', () => {
  const draw = drawsFrom(20)
  const decisions = 400
  const passed = Array.from({ length: decisions }, () => {
    const repeats = Array.from({ length: 5 }, () => (draw() < right ? 'p' : 'f')).join('')
    const facts = sampleSession({ refund: [repeats] }, { passes_needed: 4 })
    const order = { minPass: 1, unjudged: 'fail', server: '', say: () => {} } as const
    return decide(computeResults(facts), order)
  }).filter(Boolean).length
  const { low, high } = binomialInterval(decisions, atLeast(4, 5, right))
  expect(atLeast(4, 5, right)).toBeCloseTo(0.73728, 5)
  expect(passed).toBeGreaterThanOrEqual(low)
  expect(passed).toBeLessThanOrEqual(high)
  // Two agents that are not told apart by one decision are by so many.
  expect(binomialInterval(decisions, atLeast(4, 5, 0.7)).high).toBeLessThan(low)
})

describe('a cap', () => {
  it('of tokens ends a session before its next attempt, which goes on when it is resumed without', async () => {
    const { session_id } = await qa.begin(await qa.suite(asking(6)), {
      targets: [{ ...target, revision_id: null }],
      caps: { at_once: 1, tokens: 250 },
    })
    expect(await qa.ended(session_id)).toMatchObject({
      status: 'paused',
      status_reason: 'The cap of 250 tokens is reached.',
      ended_attempts: 3,
      tokens: 300,
    })
    // 33.3.4: nothing says that it goes on where it would not.
    const refused = await qa.act(session_id, 'resume')
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        detail: 'The cap of 250 tokens is reached. Raise it, or close the session as it is.',
      },
    ])
    expect(await qa.session(session_id)).toMatchObject({
      status: 'paused',
      status_reason: 'The cap of 250 tokens is reached.',
    })
    const raise = (caps: object) =>
      qa.stack.call('PUT', `/gateway/qa/sessions/${session_id}/caps`, caps)
    expect((await raise({ tokens: -1 })).status).toBe(422)
    expect((await raise({ at_once: 1, tokens: 100_000 })).status).toBe(200)
    await qa.act(session_id, 'resume')
    expect(await qa.ended(session_id)).toMatchObject({
      status: 'done',
      ended_attempts: 6,
      caps: { tokens: 100_000 },
    })
    await qa.act(session_id, 'close')
    expect((await raise({ at_once: 2 })).status).toBe(409)
  })

  it('of attempts at once keeps the others waiting, however often is looked what there is to do', async () => {
    const stay = ['a', 'b', 'c'].map((key) => ({
      key,
      turns: [{ do: 'send' as const, text: 'Stay' }],
    }))
    const asked = { targets: [{ ...target, revision_id: null }], caps: { at_once: 2 } }
    const { session_id } = await qa.begin(await qa.suite(stay), asked)
    const statuses = async () =>
      (await qa.grid(session_id))
        .flatMap(({ attempts }) => attempts.map(({ status }) => status))
        .toSorted()
    const two = ['running', 'running', 'waiting']
    await expect.poll(statuses).toEqual(two)
    await qa.ended((await qa.begin(await qa.suite(asking(1)), asked)).session_id)
    expect(await statuses()).toEqual(two)
    expect((await qa.act(session_id, 'cancel')).status).toBe(200)
  })

  it('of seconds begins no attempt after it', async () => {
    const suite = await qa.suite(
      ['a', 'b'].map((key) => ({ key, turns: [{ do: 'send', text: 'Stay' }] })),
    )
    const { session_id } = await qa.begin(suite, {
      targets: [{ ...target, revision_id: null }],
      caps: { at_once: 1, seconds: 3_600 },
    })
    const statuses = async () =>
      (await qa.grid(session_id)).flatMap(({ attempts }) => attempts.map(({ status }) => status))
    await expect.poll(statuses).toContain('running')
    // An hour later the first answer comes.
    await database.query(
      `update qa_sessions set running_since = running_since - interval '1 hour' where session_id = $1`,
      [session_id],
    )
    await writeFile(gate, '')
    expect(await qa.ended(session_id)).toMatchObject({
      status: 'paused',
      status_reason: 'The cap of 3,600 seconds is reached.',
      ended_attempts: 1,
    })
    // 33.3.4: it can be closed as it is, and says why not all of it was tried.
    expect((await qa.act(session_id, 'resume')).status).toBe(409)
    expect((await qa.act(session_id, 'close')).status).toBe(200)
    expect(await qa.session(session_id)).toMatchObject({
      status: 'closed',
      status_reason: 'The cap of 3,600 seconds is reached.',
      // What was cancelled did not come to an end.
      ended_attempts: 1,
      ended_at: expect.any(String),
    })
    expect(await statuses()).toEqual(['passed', 'cancelled'])
  })
})
