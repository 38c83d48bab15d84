import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

/**
 * An agent server that is connected by itself, with less than ours: no address for its health, no schedules, few
 * assistants at once. Nothing is offered that cannot work there.
 */
let stack: DomStack
let server: http.Server
let connection: Connection
let status = 200
/** The searches of threads that it got. */
const searches: Record<string, unknown>[] = []

const thread = {
  thread_id: '0190aaaa-0000-7000-8000-000000000001',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  status: 'idle',
  extracted: {
    first_message: 'Where is my parcel?',
    last_message: [{ type: 'text', text: 'In Lyon.' }],
  },
}

const assistant = {
  assistant_id: '0190aaaa-0000-7000-8000-000000000002',
  graph_id: 'clerk',
  name: 'Clerk',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  version: 1,
}

beforeAll(async () => {
  stack = await startDomStack()
  const answers: Record<string, unknown> = {
    '/info': { version: '9.9.9', langgraph_js_version: '1.0.0', flags: { langsmith: false } },
  }
  server = http.createServer(async (request, response) => {
    if (request.url === '/runs/crons/search') {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('Not implemented')
      return
    }
    if (request.url === '/assistants/search') {
      const { limit } = JSON.parse(Buffer.concat(await request.toArray()).toString())
      const isMuch = limit > 100
      response.writeHead(status === 200 && isMuch ? 422 : status)
      response.end(isMuch ? '{"detail":"limit: at most 100"}' : JSON.stringify([assistant]))
      return
    }
    if (request.url === '/threads/search') {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
      searches.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify([thread]))
      return
    }
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? answer : { error: 'Who are you?' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  connection = await stack.json<Connection>('POST', '/gateway/connections', {
    name: 'Desk',
    kind: 'agent_server',
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  await stack.json('POST', `/gateway/connections/${connection.id}/test`, {})
})
afterAll(async () => {
  await stack?.close()
  await new Promise((resolve) => server?.close(resolve))
})

it('says what it is and what it lacks, and offers the chat and no rollout', async () => {
  renderConsole(stack, `/deployments/${connection.id}`, connection.id)
  await screen.findByText('Answers')
  expect(await screen.findByText('9.9.9')).toBeInTheDocument()
  expect(screen.getByText('kept by this console')).toBeInTheDocument()
  expect(screen.queryByText(/leads to an agent server alone/)).toBeNull()
  expect(
    screen.getByText(/development server cancels with rollback but deletes nothing/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open chat' })).not.toHaveAttribute('aria-disabled')
  for (const name of ['Edit', 'New revision']) {
    expect(screen.queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByRole('link', { name: 'Revisions' })).toBeNull()
})

it('its threads are named by their messages, asked for in the published way', async () => {
  renderConsole(stack, `/deployments/${connection.id}/threads`, connection.id)
  expect(await screen.findByText('Where is my parcel?')).toBeInTheDocument()
  expect(screen.getByText('In Lyon.')).toBeInTheDocument()
  for (const { select } of searches) expect(select).not.toContain('summary')
})

it('it is asked for fewer assistants where it gives no more at once', async () => {
  renderConsole(stack, `/deployments/${connection.id}/assistants`, connection.id)
  expect(await screen.findByRole('link', { name: 'Clerk' })).toBeInTheDocument()
})

it('without schedules of its own it says so', async () => {
  renderConsole(stack, `/deployments/${connection.id}/schedules`, connection.id)
  expect(await screen.findByText('No schedules here')).toBeInTheDocument()
  expect(screen.getByText(/starts no runs by a schedule/)).toBeInTheDocument()
})

it('in the list it has its state, and no new deployment can be made', async () => {
  renderConsole(stack, '/deployments', connection.id)
  await screen.findByText('Answers')
  expect(screen.getByRole('link', { name: 'New deployment' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

it('one that refuses the key does not look like one that is well', async () => {
  status = 401
  renderConsole(stack, `/deployments/${connection.id}`, connection.id)
  expect(await screen.findByText('Key refused')).toBeInTheDocument()
  expect(await screen.findByText('Who are you?')).toBeInTheDocument()
})
