import { beforeAll, expect, it } from 'vitest'
import { type Endpoint, fillPath } from '../../../../src/contract/endpoint.ts'
import { endpoints } from '../../../../src/contract/endpoints.ts'
import { guardedDeployment } from './guarded.ts'

const guarded = guardedDeployment()
const secret = 'what-alice-said'

/** Alice's records, by the names of the contract's params. */
const ids: Record<string, string> = {
  namespace: 'whoami',
  graph_id: 'whoami',
  file: 'entrypoint.js',
}

beforeAll(async () => {
  const { as } = guarded
  const thread = await as('alice', 'POST', '/threads', { metadata: { secret } })
  ids.thread_id = thread.body.thread_id
  const input = { assistant_id: 'whoami', input: { said: secret } }
  const waited = await as('alice', 'POST', `/threads/${ids.thread_id}/runs/wait`, input)
  expect(waited.body).toMatchObject({ said: secret, user_id: 'alice' })
  ids.run_id = (await as('alice', 'GET', `/threads/${ids.thread_id}/runs`)).body[0].run_id
  const state = await as('alice', 'GET', `/threads/${ids.thread_id}/state`)
  ids.checkpoint_id = state.body.checkpoint.checkpoint_id
  const assistant = { graph_id: 'whoami', name: secret, metadata: { secret } }
  ids.assistant_id = (await as('alice', 'POST', '/assistants', assistant)).body.assistant_id
  const cron = { ...input, schedule: '0 0 1 1 *', metadata: { secret } }
  ids.cron_id = (await as('alice', 'POST', '/runs/crons', cron)).body.cron_id
  await as('alice', 'PUT', '/store/items', { namespace: ['n'], key: 'k', value: { secret } })
})

const run = { assistant_id: 'whoami', input: { said: 'x' } }
const cron = { ...run, schedule: '0 0 1 1 *' }
const mcpCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'whoami', arguments: { said: 'x' } },
}
const a2aCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'message/send',
  params: {
    message: {
      kind: 'message',
      messageId: 'm',
      role: 'user',
      parts: [{ kind: 'data', data: { said: 'x' } }],
    },
  },
}
/** What each endpoint is asked beside the ids in its path; `query` as it is written. */
const requests: Record<string, { query?: string; body?: () => unknown }> = {
  getServerHealth: {},
  getServerInfo: {},
  getServerMetrics: {},
  getExecutor: {},
  searchAssistants: { body: () => ({ limit: 100 }) },
  countAssistants: { body: () => ({ metadata: { secret } }) },
  createAssistant: {
    body: () => ({
      graph_id: 'whoami',
      assistant_id: ids.assistant_id,
      if_exists: 'do_nothing',
    }),
  },
  getAssistant: {},
  patchAssistant: { body: () => ({ name: 'mine now' }) },
  deleteAssistant: { query: '?delete_threads=true' },
  listAssistantVersions: { body: () => ({}) },
  setLatestAssistantVersion: { body: () => ({ version: 1 }) },
  getComponent: { body: () => ({ name: 'card' }) },
  getComponentFile: {},
  getAssistantGraph: {},
  getAssistantSchemas: {},
  getAssistantSubgraphs: {},
  getAssistantSubgraph: {},
  createThread: { body: () => ({ thread_id: ids.thread_id, if_exists: 'do_nothing' }) },
  searchThreads: { body: () => ({ limit: 100 }) },
  countThreads: { body: () => ({ metadata: { secret } }) },
  findThreads: { body: () => ({}) },
  getThread: {},
  getThreadUsage: {},
  getThreadStorage: {},
  patchThread: { body: () => ({ metadata: { owner: 'bob' } }) },
  deleteThread: {},
  pruneThreads: { body: () => ({ thread_ids: [ids.thread_id] }) },
  copyThread: {},
  joinThreadStream: {},
  getThreadState: {},
  getThreadStateAt: {},
  findThreadState: { body: () => ({ checkpoint: { checkpoint_id: ids.checkpoint_id } }) },
  updateThreadState: { body: () => ({ values: { said: 'by bob' } }) },
  getThreadHistory: {},
  searchThreadHistory: { body: () => ({}) },
  createRun: { body: () => run },
  createRunWait: { body: () => ({ ...run, if_not_exists: 'create' }) },
  createRunStream: { body: () => run },
  createStatelessRun: { body: () => run },
  createStatelessWait: { body: () => run },
  createStatelessStream: { body: () => run },
  createRunBatch: { body: () => [run] },
  listRuns: {},
  getRun: {},
  joinRun: {},
  joinRunStream: {},
  joinStatelessStream: {},
  deleteRun: {},
  cancelRun: {},
  cancelRuns: { body: () => ({ thread_id: ids.thread_id, run_ids: [ids.run_id] }) },
  searchRuns: { body: () => ({}) },
  findRunPlace: { body: () => ({ run_id: ids.run_id }) },
  sendCommand: { body: () => ({ id: 1, method: 'run.start', params: run }) },
  postA2a: { body: () => a2aCall },
  getAgentCard: {},
  findAgentCard: { query: '?assistant_id=whoami' },
  postMcp: { body: () => mcpCall },
  streamMcp: {},
  endMcpSession: {},
  streamThreadEvents: { body: () => ({ channels: ['values'] }) },
  openThreadSocket: {},
  createCron: { body: () => cron },
  createThreadCron: { body: () => cron },
  searchCrons: { body: () => ({ limit: 100 }) },
  countCrons: { body: () => ({ metadata: { secret } }) },
  getCron: {},
  patchCron: { body: () => ({ enabled: false }) },
  deleteCron: {},
  startCronRun: { body: () => ({}) },
  putStoreItem: { body: () => ({ namespace: ['alice', 'n'], key: 'k', value: {} }) },
  getStoreItem: { query: '?namespace=alice.n&key=k' },
  deleteStoreItem: { body: () => ({ namespace: ['alice', 'n'], key: 'k' }) },
  searchStoreItems: { body: () => ({ namespace_prefix: [] }) },
  listStoreNamespaces: { body: () => ({}) },
}
/** Open to everybody, as at published servers; nothing of a project is in them. */
const open = ['getServerHealth', 'getServerInfo']
/** Open to whoever the project knows, or holds the key of the server; the project here has none. */
const components = ['getComponent', 'getComponentFile']
/** Told to whoever holds the key of the server, whom the project does not ask about. */
const withKey = ['getExecutor', 'getServerMetrics']
/** These do nothing but by the endpoints above, as whoever asks; `by-parts.test.ts` looks at what they tell. */
const byParts = [
  'postMcp',
  'streamMcp',
  'endMcpSession',
  'postA2a',
  'getAgentCard',
  'findAgentCard',
]
const own = endpoints.filter(({ area }) => area === 'agent')
const asked = own.filter(
  ({ name }) => ![...open, ...components, ...byParts, ...withKey].includes(name),
)

const ask = (who: Parameters<typeof guarded.as>[0], { name, method, path }: Endpoint) => {
  const { query = '', body } = requests[name] ?? {}
  return guarded.as(who, method, fillPath(path, ids) + query, body?.())
}

it('every endpoint of the agent server is walked here', () => {
  expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(requests).sort())
})

it.each(own.filter(({ name }) => !open.includes(name)).map((one) => [one.name, one] as const))(
  '%s is closed to whoever is nobody, with or without the key of the server',
  async (name, endpoint) => {
    const nobody = await ask(null, endpoint)
    expect([nobody.status, nobody.text]).toEqual([
      401,
      JSON.stringify({
        detail: withKey.includes(name)
          ? 'Send the API key as the header X-Api-Key.'
          : 'Say who you are.',
      }),
    ])
    const keyed = await ask({ headers: { 'x-api-key': 'test-key' } }, endpoint)
    expect(keyed.status).toBe(components.includes(name) ? 404 : withKey.includes(name) ? 200 : 401)
    const falselyKeyed = { 'x-api-key': 'another', 'x-auth-scheme': 'langsmith' }
    expect((await ask({ headers: falselyKeyed }, endpoint)).status).toBe(401)
  },
)

it('what the server is like is told to whoever asks: clients do before somebody has signed in', async () => {
  for (const { method, path } of own.filter(({ name }) => open.includes(name))) {
    for (const who of [null, 'alice', 'denied']) {
      expect((await guarded.as(who, method, path)).status).toBe(200)
    }
  }
})

it.each(asked.map((one) => [one.name, one] as const))(
  '%s is refused where the handler refuses or fails',
  async (_name, endpoint) => {
    const denied = await ask('denied', endpoint)
    expect([denied.status, denied.text.includes(secret)]).toEqual([403, false])
    const broken = await ask('broken', endpoint)
    expect(broken.status === 500 || broken.status === 403, `${broken.status}`).toBe(true)
    expect(broken.text).not.toMatch(/secret|at .*auth\.ts/)
  },
)

it.each(asked.map((one) => [one.name, one] as const))(
  '%s tells and does nothing with what is another’s',
  async (_name, endpoint) => {
    const answer = await ask('bob', endpoint)
    expect(answer.text).not.toContain(secret)
    // Of bob's own there is something to do for some.
    expect([200, 204, 404, 409]).toContain(answer.status)
    if (/\{(thread|run|cron)_id\}/.test(endpoint.path)) expect(answer.status).toBe(404)
  },
)

it('all of it is there as it was', async () => {
  const { as } = guarded
  const thread = await as('alice', 'GET', `/threads/${ids.thread_id}`)
  expect(thread.body).toMatchObject({
    metadata: { secret, owner: 'alice' },
    values: { said: secret },
  })
  expect((await as('alice', 'GET', `/threads/${ids.thread_id}/runs`)).body).toHaveLength(1)
  const assistant = await as('alice', 'GET', `/assistants/${ids.assistant_id}`)
  expect(assistant.body).toMatchObject({ name: secret, metadata: { owner: 'alice' } })
  const crons = await as('alice', 'POST', '/runs/crons/search', {})
  expect(crons.body).toMatchObject([
    { cron_id: ids.cron_id, enabled: true, user_id: 'alice', last_run_id: null },
  ])
  expect(crons.text).not.toContain('langgraph_auth_user"')
  const item = await as('alice', 'GET', '/store/items?namespace=n&key=k')
  expect(item.body).toMatchObject({ namespace: ['alice', 'n'], value: { secret } })
})
