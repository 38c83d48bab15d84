import { Client } from '@langchain/langgraph-sdk'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Document } from 'openapi-backend'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { type Asked, publishedChecker } from '../../helpers/published-server.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

const documentAt = async (place: string) => {
  const answer = await fetch(`${stack.url}${place}/openapi.json`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  return (await answer.json()) as Document
}

describe.each([
  ['agent', '/agents/support'],
  ['control-plane', '/api-host'],
] as const)('36: the %s’s interface', (area, place) => {
  it('is described to everybody, every endpoint of it', async () => {
    const document = await documentAt(place)
    expect(document.servers).toEqual([{ url: `${stack.url}${place}` }])
    const told = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const own = endpoints.filter((one) => one.area === area)
    expect(told.sort()).toEqual(own.map(({ method, path }) => `${method} ${path}`).sort())
    const names = Object.values(document.paths ?? {}).flatMap((methods) =>
      Object.values(methods ?? {}).map((one) => (one as { operationId: string }).operationId),
    )
    expect(new Set(names).size).toBe(own.length)
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true })
  })

  it('is a page that fetches nothing and runs nothing', async () => {
    const answer = await fetch(`${stack.url}${place}/docs`)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
    // It is large, and anybody may ask for it.
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const page = await answer.text()
    expect(page).toContain(`<code>${stack.url}${place}</code>`)
    expect(page).not.toMatch(/<script|src=|\son\w+=|undefined|\[object/)
    for (const { path } of endpoints.filter((one) => one.area === area)) {
      expect(page).toContain(`<code>${path}</code>`)
    }
  })
})

it('36: what the published client asks of an agent server is as described', async () => {
  const { check } = await publishedChecker(await documentAt('/agents/support'))
  const refused: string[] = []
  const client = new Client({
    apiUrl: `${stack.url}/agents/support`,
    apiKey: stack.apiKey,
    callerOptions: {
      maxRetries: 0,
      fetch: async (url: string, { method = 'GET', body }: RequestInit = {}) => {
        const path = url.replace(`${stack.url}/agents/support`, '')
        const asked: Asked = { method, path, body: body ? JSON.parse(String(body)) : undefined }
        const fault = check(asked)
        if (fault) refused.push(`${method} ${path}: ${fault.words}`)
        return new Response('{"items": []}', { headers: { 'content-type': 'application/json' } })
      },
    },
  })
  const id = '01900000-0000-7000-8000-0000000000aa'
  const input = { messages: [{ role: 'user', content: 'Hello' }] }
  const run = {
    input,
    metadata: { a: 1 },
    config: { configurable: { a: 1 }, recursion_limit: 5 },
    context: { user: 'ann' },
    command: { resume: 'yes', goto: 'step' },
    interruptBefore: ['step'],
    multitaskStrategy: 'rollback' as const,
    onDisconnect: 'cancel' as const,
    afterSeconds: 1,
    webhook: 'https://hooks.example.com',
    feedbackKeys: ['thumb'],
  }
  await client.assistants.search({ graphId: 'agent', limit: 5, offset: 0, metadata: { a: 1 } })
  await client.assistants.create({ graphId: 'agent', config: {}, metadata: { a: 1 }, name: 'a' })
  await client.assistants.getGraph(id, { xray: true })
  await client.threads.create({ metadata: { a: 1 }, ifExists: 'do_nothing', ttl: 5 })
  await client.threads.search({ status: 'idle', values: { a: 1 }, sortBy: 'updated_at' })
  await client.threads.updateState(id, { values: { a: 1 }, asNode: 'step' })
  await client.threads.getHistory(id, { limit: 5, metadata: { a: 1 } })
  await client.runs.create(id, 'agent', run)
  await client.runs.wait(id, 'agent', run)
  await client.runs.list(id, { limit: 5, status: 'pending' })
  await client.runs.cancel(id, id, true, 'rollback')
  await client.crons.createForThread(id, 'agent', { schedule: '* * * * *', input })
  await client.store.putItem(['a', 'b'], 'key', { a: 1 })
  await client.store.searchItems(['a'], { filter: { a: 1 }, query: 'x' })
  expect(refused).toEqual([])
  expect(check({ method: 'POST', path: `/threads/${id}/runs`, body: { input } })).toMatchObject({
    status: 422,
    words: expect.stringContaining('assistant_id'),
  })
})
