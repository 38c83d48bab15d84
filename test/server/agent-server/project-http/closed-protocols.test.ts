import { expect, it } from 'vitest'
import { startHarness } from '../harness.ts'

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const requests = {
  mcp: ['POST /mcp', 'GET /mcp', 'DELETE /mcp'],
  a2a: ['POST /a2a/chat', 'GET /a2a/chat/.well-known/agent-card.json'],
}

it.each([
  ['mcp', [...requests.mcp]],
  ['a2a', [...requests.a2a, 'GET /.well-known/agent-card.json?assistant_id=chat']],
  ['runs', [...requests.mcp, ...requests.a2a]],
] as const)('what the project has closed as “%s” is not there', async (part, closed) => {
  const http = { are_custom_routes_open: false, closed: [part] }
  const h = await startHarness({ graphs: { chat: './chat.ts:graph' }, revision: { http } })
  for (const request of closed) {
    const [method = '', path = ''] = request.split(' ')
    const answer = await h.call(method, path, method === 'GET' ? undefined : message)
    expect([request, answer.status]).toEqual([request, 404])
  }
  await h.close()
})
