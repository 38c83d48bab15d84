import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { type Gates, openGates } from '../agent-server/gates.ts'
import { atWork } from './processes.ts'

eachMayTake(2)

let database: Database
let gates: Gates
let stack: Stack
beforeAll(async () => {
  database = await emptyDatabase()
  gates = await openGates()
  stack = await startStack({ openDatabase: async () => ({ ...database, close: async () => {} }) })
})
afterAll(async () => {
  await stack?.close()
  await gates?.close()
})

/** Tells its process to the gate's address, and waits there when it is asked to. */
const project = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }) => {
    const asked = String(messages.at(-1)?.content)
    if (asked === 'wait') await fetch(process.env.GATE_URL + '/waiting')
    return { messages: [new AIMessage(String(process.pid))] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`,
}

const tables = ['threads', 'runs', 'assistants']
async function rowsOf(deploymentId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from ${table} where deployment_id = $1`,
      [deploymentId],
    )
    counts[table] = row?.n ?? 0
  }
  return counts
}

const input = (content: string) => ({
  assistant_id: 'agent',
  input: { messages: [{ role: 'user', content }] },
  feedback_keys: ['user_score'],
})

/** One answered run on a new thread; the agent answers with the id of its process. */
async function ask(name: string) {
  const { thread_id } = await stack.json<{ thread_id: string }>(
    'POST',
    `/agents/${name}/threads`,
    {},
  )
  const at = `/agents/${name}/threads/${thread_id}/runs`
  const response = await stack.call('POST', `${at}/wait`, input('hello'))
  const values = (await response.json()) as {
    messages: { content: string }[]
    __feedback__: { user_score: string }
  }
  const [run] = await stack.json<{ run_id: string }[]>('GET', at)
  return {
    thread_id,
    run_id: run?.run_id ?? '',
    said: values.messages.at(-1)?.content,
    pid: Number(values.messages.at(-1)?.content),
    vote: values.__feedback__.user_score,
  }
}

it('a deletion ends everything of the deployment, its feedback too, and touches no other', async () => {
  const { folder } = await makeRepository(path.join(stack.folder, 'project'), project)
  const secrets = { GATE_URL: gates.url }
  const kept = await stack.deploy(folder, { name: 'kept', secrets })
  const gone = await stack.deploy(folder, { name: 'gone', secrets })
  expect([kept.revision.status, gone.revision.status]).toEqual(['DEPLOYED', 'DEPLOYED'])
  const other = await ask('kept')
  const mine = await ask('gone')
  expect((await fetch(mine.vote, { method: 'POST', body: '{"score":1}' })).status).toBe(200)
  expect(await atWork([mine.pid, other.pid])).toHaveLength(2)
  const runs = `/agents/gone/threads/${mine.thread_id}/runs`
  const stream = await stack.call('POST', `${runs}/stream`, input('wait'))
  await gates.arrived('waiting')
  const before = await rowsOf(kept.deployment.id)

  const response = await stack.call('DELETE', `/api-host/v2/deployments/${gone.deployment.id}`)
  expect(response.status).toBe(204)

  // Whoever listened is told, and the stream ends.
  expect(await stream.text()).toContain('event: error')
  expect(await atWork([mine.pid, other.pid])).toEqual([other.pid])
  for (const at of ['/ok', '/info', `/threads/${mine.thread_id}`]) {
    expect((await stack.call('GET', `/agents/gone${at}`)).status).toBe(404)
  }
  expect(await rowsOf(gone.deployment.id)).toEqual({ threads: 0, runs: 0, assistants: 0 })
  for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
    const left = await database.query(`select 1 from ${table} where thread_id = $1`, [
      mine.thread_id,
    ])
    expect([table, left]).toEqual([table, []])
  }
  const votes = await stack.json('GET', `/api/v1/feedback?run=${mine.run_id}`)
  expect(votes).toEqual([])

  expect(await rowsOf(kept.deployment.id)).toEqual(before)
  const state = await stack.json<{ values: { messages: unknown[] } }>(
    'GET',
    `/agents/kept/threads/${other.thread_id}/state`,
  )
  expect(state.values.messages).toHaveLength(2)
  expect((await ask('kept')).pid).toBe(other.pid)

  // The name is free, and what gets it starts with nothing.
  const again = await stack.deploy(folder, { name: 'gone', secrets })
  expect(again.revision.status).toBe('DEPLOYED')
  expect(await stack.json('POST', '/agents/gone/threads/search', {})).toEqual([])
  const list = await stack.json<{ resources: Deployment[] }>('GET', '/api-host/v2/deployments')
  expect(list.resources.map(({ name }) => name).sort()).toEqual(['gone', 'kept'])
})

it('a deployment that was redeployed answers with the old commit, in a new process', async () => {
  const repository = await makeRepository(path.join(stack.folder, 'versions'), {
    ...project,
    'agent.ts': project['agent.ts'].replace('String(process.pid)', '"old"'),
  })
  const first = await stack.deploy(repository.folder, { name: 'versions' })
  const { id } = first.deployment
  await repository.commit({
    'agent.ts': project['agent.ts'].replace('String(process.pid)', '"new"'),
  })
  const said = async () => (await ask('versions')).said
  const made = await stack.json<{ id: string }>('POST', `/api-host/v2/deployments/${id}/revisions`)
  expect((await stack.settled(id, made.id)).status).toBe('DEPLOYED')
  const at = `/api-host/v2/deployments/${id}/revisions/${first.revision.id}/redeploy`
  const newest = await said()
  const redeployed = await stack.json<Deployment>('POST', at)
  const revision = await stack.settled(id, redeployed.latest_revision_id)
  expect(revision.status_reason).toBeNull()
  expect([newest, await said()]).toEqual(['new', 'old'])
})
