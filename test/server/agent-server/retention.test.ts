import { afterAll, beforeAll, expect, it } from 'vitest'
import { setGraphs } from '../../../src/server/agent-server/assistants/assistant-store.ts'
import { type Harness, startHarness } from './harness.ts'

let now = new Date('2026-10-19T08:00:00Z')
let harness: Harness
beforeAll(async () => {
  harness = await startHarness({
    graphs: { whoami: './whoami.ts:graph' },
    language: 'javascript',
    now: () => now,
    revision: {
      retention: {
        threads: { ttl: 60, strategy: 'keep_latest' },
        items: { default_ttl: 10, refresh_on_read: false },
      },
      descriptions: { whoami: 'Tells who asks.' },
    },
  })
})
afterAll(() => harness?.close())

const usual = { ttl: 60, strategy: 'keep_latest', expires_at: '2026-10-19T09:00:00.000Z' }
// biome-ignore lint/suspicious/noExplicitAny: tests look at whatever was answered
const call = (method: string, path: string, body?: unknown) => harness.call<any>(method, path, body)

it('threads that say nothing are kept as long as the project says, whoever makes them', async () => {
  expect((await call('POST', '/threads', {})).body.ttl).toEqual(usual)
  const own = await call('POST', '/threads', { ttl: { ttl: 5 } })
  expect(own.body.ttl).toMatchObject({ ttl: 5, strategy: 'delete' })
  const thread_id = '01900000-0000-7000-8000-0000000000dd'
  const run = { assistant_id: 'whoami', input: {} }
  await call('POST', `/threads/${thread_id}/runs/wait`, { ...run, if_not_exists: 'create' })
  expect((await call('GET', `/threads/${thread_id}`)).body.ttl).toEqual(usual)
  const kept = await call('POST', '/runs', { ...run, on_completion: 'keep' })
  expect((await call('GET', `/threads/${kept.body.thread_id}`)).body.ttl).toEqual(usual)
})

it('items go after the project’s time, which reading does not begin anew', async () => {
  const item = { namespace: ['n'], key: 'k', value: { a: 1 } }
  await call('PUT', '/store/items', item)
  await call('PUT', '/store/items', { ...item, key: 'long', ttl: 60 })
  const read = async (key: string) =>
    (await call('GET', `/store/items?namespace=n&key=${key}`)).body
  now = new Date('2026-10-19T08:09:00Z')
  expect(await read('k')).toMatchObject({ value: { a: 1 } })
  now = new Date('2026-10-19T08:11:00Z')
  expect(await read('k')).toBeNull()
  expect(await read('long')).toMatchObject({ value: { a: 1 } })
})

it('an assistant is described as its project says, until somebody changes it', async () => {
  const { body } = await call('GET', '/assistants/whoami')
  expect(body).toMatchObject({ description: 'Tells who asks.', version: 1 })
  const next = (description: string) =>
    setGraphs(
      harness.database,
      harness.deploymentId,
      ['whoami'],
      { descriptions: { whoami: description }, graph_defaults: {} },
      now,
    )
  await next('Tells who asks, since the next revision.')
  const redeployed = await call('GET', '/assistants/whoami')
  expect(redeployed.body.description).toBe('Tells who asks, since the next revision.')
  await call('PATCH', `/assistants/${body.assistant_id}`, { description: 'Ours.' })
  await next('Theirs.')
  expect((await call('GET', '/assistants/whoami')).body.description).toBe('Ours.')
})
