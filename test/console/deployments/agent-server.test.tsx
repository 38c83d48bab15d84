import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

/** An agent server that is connected by itself: nothing is offered that cannot work there. */
let stack: DomStack
let server: http.Server
let connection: Connection
let status = 200

beforeAll(async () => {
  stack = await startDomStack()
  const answers: Record<string, unknown> = {
    '/ok': { ok: true },
    '/info': { version: '9.9.9', langgraph_js_version: '1.0.0', flags: { langsmith: false } },
    '/assistants/search': [],
  }
  server = http.createServer((request, response) => {
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
  localStorage.clear()
  await stack.close()
  await new Promise((resolve) => server.close(resolve))
})

it('says what it is and what it lacks, and offers the chat and no rollout', async () => {
  renderConsole(stack, `/deployments/${connection.id}`, connection.id)
  await screen.findByText('Answers')
  expect(await screen.findByText('9.9.9')).toBeInTheDocument()
  expect(screen.getByText('kept by this console')).toBeInTheDocument()
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
