import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, fillPath } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { includesRole, roles } from '../../../src/contract/gateway/roles.ts'
import { addressedEndpoint } from '../../../src/server/gateway/forward/addressed-endpoint.ts'
import { accessTo } from '../../../src/server/gateway/operators/access.ts'
import { startGateway, startUpstream, type TestGateway, type Upstream } from './bench.ts'

const password = 'open sesame'
const below: Partial<Record<Endpoint['area'], string>> = {
  'control-plane': '/gateway/connections/local/control-plane',
  agent: '/gateway/connections/local/agents/d',
  tracing: '/gateway/connections/local/tracing',
  gateway: '',
}

/** What can be asked of the gateway, with the address that it is asked at. */
const asked = endpoints.flatMap((endpoint) => {
  const prefix = below[endpoint.area]
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const path = `${prefix}${fillPath(endpoint.path, Object.fromEntries(names.map((name) => [name, 'x'])))}`
  return prefix !== undefined && path.startsWith('/gateway/')
    ? [{ endpoint, name: endpoint.name, path }]
    : []
})

let upstream: Upstream
let running: TestGateway
const cookies = new Map<string, string>()

async function signIn(name: string, given: string) {
  const response = await fetch(`${running.origin}/gateway/session`, {
    method: 'POST',
    body: JSON.stringify({ name, password: given }),
  })
  cookies.set(name, response.headers.get('set-cookie')?.split(';')[0] ?? '')
}

const ask = ({ endpoint: { method }, path }: (typeof asked)[number], name: string | null) =>
  fetch(running.origin + path, { method, headers: { cookie: cookies.get(name ?? '') ?? '' } })

beforeAll(async () => {
  upstream = await startUpstream()
  running = await startGateway({ upstream, password })
  await signIn('admin', password)
  for (const role of ['reviewer', 'viewer', 'operator']) {
    const response = await fetch(`${running.origin}/gateway/users`, {
      method: 'POST',
      headers: { cookie: cookies.get('admin') ?? '' },
      body: JSON.stringify({ name: role, password: 'a password', role }),
    })
    expect(response.status).toBe(201)
    await signIn(role, 'a password')
  }
})
afterAll(async () => {
  await running?.close()
  await upstream?.close()
})

it('walks nearly all of the contract', () => {
  expect(asked.length).toBeGreaterThan(100)
})

it.each(asked)('$name is found by its address and needs its role', ({ endpoint, path }) => {
  const addressed = addressedEndpoint(endpoint.method, path)
  expect(addressed.endpoint).toBe(endpoint)
  expect(accessTo(addressed, endpoint.method, new URLSearchParams())).toBe(endpoint)
})

// Only what is refused is sent: nothing happens by that, so the order does not matter.
describe.each(roles)('a %s', (role) => {
  const refused = asked.filter(
    ({ endpoint }) => endpoint.role !== 'anyone' && !includesRole(role, endpoint.role),
  )
  it('is refused what a higher role is needed for', async () => {
    const answers = refused.map(async (one) => [one.name, (await ask(one, role)).status])
    expect(await Promise.all(answers)).toEqual(refused.map(({ name }) => [name, 403]))
    expect(upstream.requests).toEqual([])
  })
})

// A reviewer's sessions hold what others may not know: that an endpoint is for them is a decision.
it('a reviewer may ask for their own session of the console, and for QA sessions', () => {
  const open = asked.filter(({ endpoint }) => endpoint.role === 'reviewer')
  expect(open.map(({ name }) => name).sort()).toEqual([
    'changePassword',
    'getQaAttempt',
    'getQaAttemptComponents',
    'getQaAttemptEvents',
    'getQaGrid',
    'getQaReport',
    'getQaResults',
    'getQaSession',
    'getReviewComponents',
    'getReviewItem',
    'listQaVerdicts',
    'listSessions',
    'putVerdict',
  ])
})

it('without a session everything is refused but what is for anyone', async () => {
  const closed = asked.filter(({ endpoint }) => endpoint.role !== 'anyone')
  const answers = closed.map(async (one) => [one.name, (await ask(one, null)).status])
  expect(await Promise.all(answers)).toEqual(closed.map(({ name }) => [name, 401]))
})
