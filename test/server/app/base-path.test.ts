import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { openSocket } from '../agent-server/protocol-v2/socket-client.ts'

const password = 'open sesame'
let stack: Stack
beforeAll(async () => {
  stack = await startStack({ basePath: '/deck', password })
})
afterAll(() => stack?.close())

it('everything is below the base path, in addresses that are told and in the cookie', async () => {
  expect(stack.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/deck$/)
  const outside = new URL(stack.url).origin
  for (const address of ['/gateway/session', '/api-host/v2/deployments', '/decks/']) {
    const response = await fetch(outside + address)
    expect([address, response.status]).toEqual([address, 404])
    expect(await response.json()).toEqual({ detail: expect.stringContaining('/deck/') })
  }
  expect((await fetch(outside, { redirect: 'manual' })).headers.get('location')).toBe('/deck/')
  expect((await fetch(`${stack.url}/healthz`)).status).toBe(200)

  const signedIn = await fetch(`${stack.url}/gateway/session`, {
    method: 'POST',
    body: JSON.stringify({ password }),
  })
  const set = signedIn.headers.get('set-cookie') ?? ''
  expect(set).toContain('Path=/deck/gateway')
  const headers = { cookie: set.split(';')[0] ?? '' }
  const list = async (address: string) => (await fetch(stack.url + address, { headers })).json()
  const [local] = (await list('/gateway/connections')) as Connection[]
  expect(local).toMatchObject({ base_url: `${stack.url}/api-host`, tracing_url: stack.url })

  const made = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'agent',
    source: 'github',
    source_config: { repo_url: `${stack.folder}/nothing` },
    source_revision_config: {},
    secrets: [],
  })
  await stack.settled(made.id, made.latest_revision_id)
  const root = '/gateway/connections/local'
  expect(await list(`${root}/control-plane/v2/deployments/${made.id}`)).toMatchObject({
    id: made.id,
    source_config: { custom_url: `${stack.url}/agents/agent` },
  })
  expect(await list(`${root}/agents/${made.id}/ok`)).toEqual({ ok: true })

  // A socket too; what is sent on it is a request as any other, so the audit log has it.
  const thread = randomUUID()
  const socket = await openSocket(`${stack.url}/agents/agent`, thread, {
    'x-api-key': stack.apiKey,
  })
  socket.send({ id: 1, method: 'run.start', params: { assistant_id: 'nobody' } })
  expect(await socket.answer()).toMatchObject({ id: 1, error: 'invalid_argument' })
  socket.socket.close()
  await socket.closed
  const { resources } = (await list('/gateway/audit?action=sendCommand')) as {
    resources: AuditEntry[]
  }
  expect(resources).toMatchObject([
    { user_name: 'API key', path: `/agents/agent/threads/${thread}/commands` },
  ])
  const inside = new URL(stack.url).origin
  await expect(openSocket(`${inside}/agents/agent`, thread, {})).rejects.toThrow('refused: 404')
  // A session of the console opens none: it is not passed on.
  const through = `${stack.url}${root}/agents/${made.id}`
  await expect(openSocket(through, thread, headers)).rejects.toThrow('refused: 426')
})
