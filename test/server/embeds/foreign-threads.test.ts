import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { detailOf, embedStack } from './embed-stack.ts'

const s = embedStack()
let foreign: http.Server
let base_url: string
let thread_id: string

beforeAll(async () => {
  foreign = http.createServer(({ method, url }, response) => {
    const isThread = method === 'POST' && url === '/threads'
    const thread = { thread_id, created_at: '', updated_at: '', metadata: {}, status: 'idle' }
    response.writeHead(isThread ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isThread ? thread : { detail: 'It is not here.' }))
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  base_url = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => foreign?.close(resolve)))

it('a conversation that a foreign server calls by something else than a UUID is refused, and not half kept', async () => {
  const body = { name: 'Foreign', kind: 'agent_server', base_url }
  const { id } = await s.stack.json<Connection>('POST', '/gateway/connections', body)
  const embed = await s.newEmbed({ connection_id: id, deployment_id: id })
  const { token } = await s.visit(embed)
  const begin = () => s.page(embed, 'POST', '/threads', { token, body: {} })
  thread_id = 'thread-7'
  const refused = await begin()
  expect([refused.status, await detailOf(refused)]).toEqual([
    502,
    'The chat cannot be reached at the moment.',
  ])
  thread_id = randomUUID()
  expect(await (await begin()).json()).toMatchObject({ thread_id })
  const kept = await s.page(embed, 'GET', '/threads', { token })
  expect(await kept.json()).toMatchObject([{ thread_id }])
})
