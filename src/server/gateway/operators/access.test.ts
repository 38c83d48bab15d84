import { expect, it } from 'vitest'
import { isRead, neededRole, requireRole } from './access.ts'

const there = '/gateway/connections/there'
const thread = `${there}/agents/d/threads/t`

it.each([
  ['GET', '/gateway/session', null],
  ['POST', '/gateway/session', null],
  ['DELETE', '/gateway/session', null],
  ['POST', '/gateway/session/password', 'viewer'],
  ['GET', '/gateway/connections', 'viewer'],
  ['GET', there, 'viewer'],
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
])('%s %s needs %s', (method, address, role) => {
  const { pathname, searchParams } = new URL(address, 'http://x')
  expect(neededRole(method, pathname, searchParams)).toBe(role)
})

it('tells reading from writing', () => {
  const none = new URLSearchParams()
  expect(isRead('GET', there, none)).toBe(true)
  expect(isRead('OPTIONS', there, none)).toBe(false)
  expect(isRead('GET', `${there}/tracing/api/v1/feedback/tokens/abc`, none)).toBe(false)
})

it('each role may do all that the one before may', () => {
  expect(() => requireRole('admin', 'viewer')).not.toThrow()
  expect(() => requireRole('operator', 'operator')).not.toThrow()
  expect(() => requireRole('operator', 'admin')).toThrow('Only administrators')
  expect(() => requireRole('viewer', 'operator')).toThrow('Ask for the role operator')
  expect(() => requireRole('captain', 'viewer')).toThrow()
})
