import { startScriptedServer } from '../chat/server.ts'
import { barePages } from './bare-pages.ts'

const at = new Date(0).toISOString()
const assistant = {
  assistant_id: 'agent',
  graph_id: 'agent',
  name: 'agent',
  created_at: at,
  updated_at: at,
}
const messages = { type: 'object', properties: { messages: { type: 'array', items: {} } } }
const listed = Array.from({ length: 30 }, (_x, index) => ({
  thread_id: `listed-${index}`,
  created_at: at,
  updated_at: at,
  status: 'idle',
  metadata: { title: `Conversation ${index + 1}` },
}))

/** The scripted server as a whole agent server, with what the console asks of one, and the bare pages beside it. */
export function startAgentServer() {
  const answers: Record<string, unknown> = {
    '/ok': { ok: true },
    '/info': { version: '1.0.0', flags: {} },
    '/assistants/search': [assistant],
    '/assistants/agent': assistant,
    '/assistants/agent/schemas': { graph_id: 'agent', input_schema: messages },
    '/assistants/agent/graph': { nodes: [{ id: '__start__' }, { id: 'agent' }], edges: [] },
    '/threads/search': listed,
    ...barePages,
  }
  return startScriptedServer('/nowhere', (pathname) =>
    pathname === '/threads' ? { ...listed[0], thread_id: crypto.randomUUID() } : answers[pathname],
  )
}
