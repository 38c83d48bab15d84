import { expect, it } from 'vitest'
import { addressedEndpoint } from '../forward/addressed-endpoint.ts'
import { accessTo, requireRole } from './access.ts'

const there = '/gateway/connections/there'
const thread = `${there}/agents/d/threads/t`

function access(method: string, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://x')
  return accessTo(addressedEndpoint(method, pathname), method, searchParams)
}

it.each([
  ['GET', '/gateway/session', 'anyone'],
  ['POST', '/gateway/session', 'anyone'],
  ['DELETE', '/gateway/session', 'anyone'],
  ['POST', '/gateway/session/password', 'reviewer'],
  ['GET', '/gateway/qa/sessions', 'reviewer'],
  ['GET', '/gateway/qa/sessions?on_disconnect=cancel', 'operator'],
  ['GET', '/gateway/qa/sessions/s/anything-new', 'viewer'],
  ['PUT', '/gateway/qa/sessions/s/anything-new', 'operator'],
  ['PUT', '/gateway/qa/sessions/s/review/0', 'reviewer'],
  ['POST', '/gateway/qa/sessions/s/looks', 'operator'],
  ['GET', '/gateway/connections', 'viewer'],
  ['GET', there, 'viewer'],
  ['HEAD', there, 'viewer'],
  ['POST', '/gateway/connections', 'admin'],
  ['PATCH', there, 'admin'],
  ['DELETE', there, 'admin'],
  ['POST', `${there}/test`, 'operator'],
  ['GET', '/gateway/users', 'admin'],
  ['PATCH', '/gateway/users/u', 'admin'],
  ['GET', '/gateway/audit', 'admin'],
  ['GET', '/gateway/tokens', 'admin'],
  ['DELETE', '/gateway/tokens/t', 'admin'],
  ['GET', `${there}/control-plane/v2/deployments`, 'viewer'],
  ['POST', `${there}/control-plane/v2/deployments`, 'operator'],
  ['PATCH', `${there}/control-plane/v2/deployments/d`, 'operator'],
  ['DELETE', `${there}/control-plane/v2/deployments/d`, 'operator'],
  ['GET', `${there}/control-plane/v2/auth/providers`, 'viewer'],
  ['POST', `${there}/control-plane/v2/auth/providers`, 'admin'],
  ['DELETE', `${there}/control-plane/v2/auth/providers/p`, 'admin'],
  ['POST', `${there}/agents/d/threads`, 'operator'],
  ['POST', `${there}/agents/d/threads/search`, 'viewer'],
  ['POST', `${there}/agents/d/assistants/search`, 'viewer'],
  ['POST', `${there}/agents/d/assistants/a/versions`, 'viewer'],
  ['POST', `${there}/agents/d/assistants/a/latest`, 'operator'],
  ['POST', `${thread}/history`, 'viewer'],
  ['GET', `${thread}/runs/r/stream`, 'viewer'],
  ['GET', `${thread}/runs/r/stream?cancel_on_disconnect=true`, 'operator'],
  ['GET', `${thread}/runs/r/join?on_disconnect=cancel`, 'operator'],
  ['POST', '/gateway/users/agents/d/threads/search', 'admin'],
  ['POST', '/gateway/other/agents/d/threads/search', 'operator'],
  ['POST', `${thread}/runs/stream`, 'operator'],
  ['POST', `${thread}/runs/r/cancel`, 'operator'],
  ['POST', `${thread}/state`, 'operator'],
  ['DELETE', thread, 'operator'],
  ['GET', `${there}/tracing/api/v1/feedback`, 'viewer'],
  ['GET', `${there}/tracing/api/v1/feedback/tokens`, 'operator'],
  ['GET', `${there}/tracing/api/v1/feedback/tokens/abc?score=1`, 'operator'],
  ['POST', `${there}/tracing/api/v1/feedback/tokens/abc`, 'operator'],
  ['GET', '/gateway/anything-new', 'viewer'],
  ['POST', '/gateway/anything-new/search', 'operator'],
  ['PROPFIND', there, 'admin'],
  ['HEAD', '/gateway/users', 'admin'],
  ['GET', '/gateway/users/u/anything-new', 'admin'],
  ['PUT', `${there}/control-plane/v2/auth/providers/p`, 'admin'],
  ['POST', `${there}/control-plane/v2/auth/providers/p/anything-new`, 'admin'],
  ['POST', `${there}/control-plane/v2/auth/providers/`, 'admin'],
  ['POST', `${there}/agents/d/anything-new/search`, 'operator'],
  ['POST', `${thread}/anything-new`, 'operator'],
  ['GET', `${thread}/anything-new`, 'viewer'],
  ['GET', `${thread}/anything-new?on_disconnect=cancel`, 'operator'],
])('%s %s needs %s', (method, address, role) => {
  expect(access(method, address).role).toBe(role)
})

it.each([
  ['GET', there, false],
  ['OPTIONS', there, true],
  ['POST', `${there}/agents/d/threads/search`, false],
  ['GET', `${there}/tracing/api/v1/feedback/tokens/abc`, true],
  ['GET', `${thread}/runs/r/stream`, false],
  ['GET', `${thread}/runs/r/stream?cancel_on_disconnect=true`, true],
  ['GET', '/gateway/anything-new', false],
  ['POST', '/gateway/anything-new', true],
])('%s %s is kept in the audit log: %s', (method, address, isAudited) => {
  expect(access(method, address).isAudited).toBe(isAudited)
})

it('each role may do all that the one before may', () => {
  expect(() => requireRole('admin', 'viewer')).not.toThrow()
  expect(() => requireRole('operator', 'operator')).not.toThrow()
  const refusal = { status: 403, message: expect.stringContaining('Only administrators') }
  expect(() => requireRole('operator', 'admin')).toThrow(expect.objectContaining(refusal))
  expect(() => requireRole('viewer', 'operator')).toThrow('Ask for the role operator')
  expect(() => requireRole('reviewer', 'operator')).toThrow('judges the sessions that name you')
  expect(() => requireRole('captain', 'viewer')).toThrow()
  expect(() => requireRole('captain', 'reviewer')).toThrow()
})
