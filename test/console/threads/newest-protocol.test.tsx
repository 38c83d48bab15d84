import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '../../../src/console/paths.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { json, ScriptedServer, threadId } from '../../chat/scripted-server.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let server: ScriptedServer
let connection: Connection
const at = '2026-01-02T03:04:05Z'
const assistant = {
  assistant_id: '019a0000-0000-7000-8000-000000000002',
  graph_id: 'clerk',
  name: 'Clerk',
  version: 1,
  created_at: at,
  updated_at: at,
}

beforeAll(async () => {
  server = new ScriptedServer()
  const { baseUrl } = await server.start()
  server.override = ({ path }, response) => {
    if (path === '/info') json(response, 200, { version: '1.5.1' })
    else if (path === '/assistants/search') json(response, 200, [assistant])
    else if (path.endsWith('/search') || path.endsWith('/history')) json(response, 200, [])
    else return false
    return true
  }
  stack = await startDomStack()
  connection = await stack.json<Connection>('POST', '/gateway/connections', {
    name: 'Elsewhere',
    kind: 'agent_server',
    base_url: baseUrl,
    api_key: 'a-key-of-theirs',
  })
})
afterAll(async () => {
  await stack?.close()
  await server?.stop()
})

it('36: a run that was begun in the newest protocol elsewhere is read in the console as it arises', async () => {
  const run = server.addRun()
  const says = (event: string, fields: object) =>
    run.emit('messages|agent:1', { event, run_id: 'call-1', ...fields })
  says('message-start', { id: 'm1' })
  says('content-block-start', { index: 0, content: { type: 'text', text: 'It' } })
  renderConsole(stack, paths.thread(connection.id, threadId), connection.id)
  const log = within(await screen.findByRole('log', { name: 'Conversation' }))
  await log.findByText('It')
  says('content-block-delta', { index: 0, delta: { type: 'text-delta', text: ' rains.' } })
  expect(await log.findByText('It rains.')).toBeVisible()
})
