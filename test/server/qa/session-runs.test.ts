import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { DeploymentUsage } from '../../../src/contract/control-plane/deployment-usage.ts'
import type { Attempt } from '../../../src/contract/qa/attempts.ts'
import type { RunSearchResponse } from '../../../src/contract/search/run-search.ts'
import type { RunSummary } from '../../../src/contract/search/run-summary.ts'
import type { ThreadFindResponse } from '../../../src/contract/search/thread-search.ts'
import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { ofSession } from '../../../src/server/session-rows.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

/** 33.3.6: what a session tries on what serves is no traffic of the deployment. */
const graph = `import { AIMessage } from '@langchain/core/messages'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => {
    if (messages.at(-1).content === 'Fail') throw new Error('It fails.')
    const usage_metadata = { input_tokens: 60, output_tokens: 40, total_tokens: 100 }
    return { messages: [new AIMessage({ content: 'Yes', usage_metadata })] }
  })
  .addEdge(START, 'answer')
  .compile()
`

let qa: QaStack
let database: Database
let id: string
let byHand: string
let tried: Attempt
beforeAll(async () => {
  database = await emptyDatabase()
  qa = await startQaStack({ openDatabase: async () => ({ ...database, close: async () => {} }) })
  const files = { ...agentProject('Here'), 'agent.ts': graph }
  const folder = path.join(qa.stack.folder, 'serving')
  const { deployment } = await qa.stack.deploy((await makeRepository(folder, files)).folder)
  id = deployment.id
  const thread = await qa.stack.json<Thread>('POST', '/agents/agent/threads', {})
  byHand = thread.thread_id
  await qa.stack.json('POST', `/agents/agent/threads/${byHand}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'Asked by a person' }] },
  })
  const rubric = [{ key: 'correct', label: 'Correct', kind: 'pass' }]
  const asked = ['Tried', 'Fail'].map((text) => ({
    key: text,
    turns: [{ do: 'send' as const, text }],
  }))
  const suite = await qa.suite(asked, { rubric })
  const target = { connection_id: 'local', deployment_id: id, assistant_id: 'agent' }
  const { session_id } = await qa.begin(suite, { targets: [{ ...target, revision_id: null }] })
  await qa.ended(session_id)
  tried = (await qa.attempts(session_id)).Tried as Attempt
  await qa.stack.json('PUT', `/gateway/qa/sessions/${session_id}/review/0`, {
    a: { correct: 'pass' },
  })
})
afterAll(() => qa?.stack.close())

const all = { with_previews: true }
/** One by a person, two by the session. */
const everything = 3

const searches = {
  runs: async (at: string, body: object) =>
    (await qa.stack.json<RunSearchResponse>('POST', `${at}/runs/search`, body)).total,
  threads: async (at: string, body: object) =>
    (await qa.stack.json<ThreadFindResponse>('POST', `${at}/threads/find`, body)).total,
}

it.each(['runs', 'threads'] as const)(
  '33.3.6: its %s are in no list of the deployment or of all, until they are asked for',
  async (list) => {
    const find = searches[list]
    for (const at of ['/api-host/v1', '/agents/agent']) {
      expect(await find(at, {})).toBe(1)
      expect(await find(at, all)).toBe(everything)
      expect(await find(at, { text: 'yes' })).toBe(1)
      expect(await find(at, { text: 'yes', ...all })).toBe(2)
      // Who names the session, the run or the thread asks for it.
      const { qa_session } = (await runOf(tried)).metadata as { qa_session: string }
      expect(await find(at, { metadata: { qa_session } })).toBe(2)
      expect(await find(at, { text: tried.run_ids[0] })).toBe(1)
    }
    expect(await find('/api-host/v1', { deployment_id: [id] })).toBe(1)
    expect(await find('/api-host/v1', { deployment_id: [id], ...all })).toBe(everything)
  },
)

it('33.3.6: the runs of its thread are found there, and its links lead to them', async () => {
  const thread_id = [tried.thread_id]
  expect(await searches.runs('/agents/agent', { thread_id })).toBe(1)
  expect(await runOf(tried)).toMatchObject({ metadata: { qa_attempt: tried.attempt_id } })
})

it('33.3.6: the list beside a conversation leaves its threads out, the published search does not', async () => {
  const find = async (body: object) =>
    (await qa.stack.json<Thread[]>('POST', '/agents/agent/threads/search', body)).length
  expect(await find({})).toBe(everything)
  expect(await find({ without_sessions: true })).toBe(1)
})

it('33.3.6: sums over a span and what failed are without it, what it spent stands beside', async () => {
  const summary = async (body: object) => {
    const created_after = new Date(Date.now() - 3_600_000).toISOString()
    const path = '/api-host/v1/runs/summary'
    const told = await qa.stack.json<RunSummary>('POST', path, { created_after, ...body })
    return [told.total.runs, told.total.failed, told.total.tokens]
  }
  for (const here of [{}, { deployment_id: [id] }]) {
    expect(await summary(here)).toEqual([1, 0, 100])
    expect(await summary({ ...here, ...all })).toEqual([3, 1, 200])
  }
  const path = `/api-host/v1/deployments/${id}/usage`
  const usage = await qa.stack.json<DeploymentUsage>('GET', path)
  const input = (part: { input_tokens: number } | null | undefined) => part?.input_tokens
  expect([usage.total, usage.by_day[0], usage.by_assistant[0], usage.sessions].map(input)).toEqual([
    60, 60, 60, 60,
  ])
})

it('33.3.6: what was judged of it is in no list or sum of votes, but on its run', async () => {
  const at = '/api/v1/feedback'
  const votes = async (query: string) =>
    (await qa.stack.json<Feedback[]>('GET', `${at}?${query}`)).length
  await vi.waitFor(async () => expect(await votes(`run=${tried.run_ids[0]}`)).toBe(1), {
    timeout: waitMs,
  })
  expect([await votes(''), await votes(`session=${id}`)]).toEqual([0, 0])
  expect([
    await votes('with_previews=true'),
    await votes(`session=${id}&with_previews=true`),
  ]).toEqual([1, 1])
})

it('33.3.6: a copy of its thread is that of whoever made it', async () => {
  const copied = await qa.stack.json<Thread>(
    'POST',
    `/agents/agent/threads/${tried.thread_id}/copy`,
  )
  expect(copied.metadata).not.toHaveProperty('qa_session')
  await qa.stack.call('DELETE', `/agents/agent/threads/${copied.thread_id}`)
})

it('33.3.6: an index has what is left, by the condition that searches have', async () => {
  const plan = async (sql: string) => {
    await database.query('analyze runs')
    const rows = await database.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      await tx.query('set local enable_sort = off')
      return tx.query<Record<string, string>>(`explain ${sql}`)
    })
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }

  const newest = await plan(
    `select * from runs where not ${ofSession('')} order by created_at desc, position desc limit 5`,
  )
  expect(newest).toContain('runs_newest_own')
  expect(newest).not.toContain('Filter')
  const threads = await plan(
    `select * from threads t where not ${ofSession('t.')} order by updated_at desc, thread_id desc limit 5`,
  )
  expect(threads).toContain('threads_newest_own')
  expect(threads).not.toContain('Filter')
})

async function runOf({ thread_id, run_ids: [run] }: Attempt) {
  return qa.stack.json<Run>('GET', `/agents/agent/threads/${thread_id}/runs/${run}`)
}
