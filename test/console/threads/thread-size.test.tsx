import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { agentServer, ids } from '../../fixtures/published/agent-server.ts'
import { startPublishedServer } from '../../helpers/published-server.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from './agent.ts'

let bench: AgentBench
beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

it('36.4: below its checkpoints a thread tells how much is kept of it, and of which value', async () => {
  const id = await bench.thread('With a past')
  await bench.wait(id, 'talk', said('alpha'))
  const { user } = renderConsole(bench.stack, `${bench.pages}/threads/${id}?inspector=history`)
  await user.click(await screen.findByText(/^[\d.]+ k?B are kept of this thread$/))
  const table = within(screen.getByRole('table', { name: 'What is kept of this thread' }))
  expect(table.getByRole('row', { name: /^messages \d+ [\d.]+ k?B$/ })).toBeVisible()
  expect(table.getByRole('row', { name: /^Checkpoints \d+ [\d.]+ k?B$/ })).toBeVisible()
})

it('36.4: another server is not asked for it', async () => {
  const server = await startPublishedServer(agentServer, { at: '' })
  const connection = await bench.stack.json<Connection>('POST', '/gateway/connections', {
    name: 'Elsewhere',
    kind: 'agent_server',
    base_url: server.origin,
    api_key: 'a-key-of-theirs',
  })
  const page = `/deployments/${connection.id}/threads/${ids.thread}?inspector=history`
  // It stands there as soon as the list does.
  await import('../../../src/console/threads/inspector/thread-size.tsx')
  const { queryClient } = renderConsole(bench.stack, page, connection.id)
  await screen.findByRole('list', { name: 'Checkpoints' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText(/are kept of this thread/)).toBeNull()
  expect(server.asked.filter((one) => /storage/.test(one.path))).toEqual([])
  await server.close()
})
