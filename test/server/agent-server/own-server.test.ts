import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'
import { apiKey } from './serve-fixtures.ts'

interface Told {
  port: string
  key?: string
  thread_id?: string
  parts?: string[]
  values?: Record<string, unknown>
  error?: string
}

let h: Harness
let other: Harness
const graphs = { asks: './own-server.ts:graph', other: './steps.ts:graph' }
beforeAll(async () => {
  h = await startHarness({ graphs })
  const env = { LANGSMITH_API_KEY: 'a key of some other server' }
  other = await startHarness({ graphs, env, database: h.database })
})
afterAll(async () => {
  await other?.close()
  await h?.close()
})

async function asked(by: string, more: object = {}, at = h): Promise<Told> {
  const { body } = await at.call<{ told: Told }>('POST', '/runs/wait', {
    assistant_id: 'asks',
    input: { by, ...more },
  })
  return body.told
}

const statusOf = async (url: string, headers: Record<string, string>) =>
  (await fetch(url, { method: 'POST', headers, body: '{}' })).status

it.each(['none', 'early', 'port'])('S3: a client finds its own deployment: %s', async (by) => {
  const told = await asked(by)
  expect(told.error).toBeUndefined()
  expect(told.parts).toEqual(expect.arrayContaining(['metadata', 'values']))
  expect(told.values).toMatchObject({ log: expect.arrayContaining(['Hi']) })
  const thread = await h.getThread(String(told.thread_id))
  expect(thread).toMatchObject({ status: 'idle', metadata: { made: 'inside' } })
})

it('33.4: S3: a remote graph by the port is a graph of its own deployment, on a thread of its own', async () => {
  const told = await asked('remote')
  expect(told.error).toBeUndefined()
  expect(told.values).toMatchObject({ log: expect.arrayContaining(['Hi', 'first']) })
})

it('33.4: S3: one that would wait for the run that asks is refused, and says what to do', async () => {
  for (const path of ['/runs/wait', `/threads/${await h.thread()}/runs/wait`]) {
    const body = { assistant_id: 'asks', input: { by: 'itself' } }
    const { body: state } = await h.call<{ told: Told }>('POST', path, body)
    expect(state.told.error).toContain('would wait for itself: give the call a thread_id')
  }
})

it('S3: a key that the project has for another server stays its key, and opens its own port', async () => {
  for (const by of ['none', 'port']) {
    const told = await asked(by, {}, other)
    expect(told).not.toHaveProperty('error')
    expect(told.key ?? null).toBeNull()
  }
})

it('S3: the port answers nobody without the key, and the key opens nothing else', async () => {
  const { port, key = '' } = await asked('none')
  const { port: otherPort } = await asked('none', {}, other)
  expect(key).not.toBe(apiKey)
  const own = `http://127.0.0.1:${port}/threads/search`
  expect(await statusOf(own, {})).toBe(401)
  expect(await statusOf(own, { 'x-api-key': 'a key of some other server' })).toBe(401)
  // The server's own key is for the server's own port.
  expect(await statusOf(own, { 'x-api-key': apiKey })).toBe(401)
  expect(await statusOf(own, { 'x-api-key': key })).toBe(200)
  expect(await statusOf(own, { authorization: `Bearer ${key}` })).toBe(200)
  expect(await statusOf(`${h.url}/threads/search`, { 'x-api-key': key })).toBe(401)
  const others = `http://127.0.0.1:${otherPort}/threads/search`
  expect(await statusOf(others, { 'x-api-key': key })).toBe(401)
  const outside = `http://127.0.0.1:${port}/../../agents/other/threads/search`
  expect(await statusOf(outside, { 'x-api-key': key })).toBe(404)
})

it('S3: the port closes with its process', async () => {
  const { port, key = '' } = await asked('none')
  const url = `http://127.0.0.1:${port}/threads/search`
  await h.server.host.remove(h.deploymentId)
  await expect(statusOf(url, { 'x-api-key': key })).rejects.toThrow()
})

it('reports no unexpected error in all of that', () => {
  expect([...h.errors, ...other.errors]).toEqual([])
})
