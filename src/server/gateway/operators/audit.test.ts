import { expect, it } from 'vitest'
import { targetOf } from './audit.ts'

const there = '/gateway/connections/there'

it.each([
  ['PATCH', there, 'patchConnection', 'there', null],
  ['POST', `${there}/test`, 'testConnection', 'there', null],
  ['POST', '/gateway/users', 'createUser', null, null],
  ['POST', `${there}/control-plane/v2/deployments`, 'createDeployment', 'there', null],
  ['DELETE', `${there}/control-plane/v2/deployments/d`, 'deleteDeployment', 'there', 'd'],
  ['POST', `${there}/agents/d/threads/t/runs/r/cancel`, 'cancelRun', 'there', 'd'],
  ['POST', `${there}/agents/d/threads/search`, 'searchThreads', 'there', 'd'],
  ['PUT', `${there}/agents/d/unheard-of`, null, 'there', 'd'],
])('%s %s is %s', (method, path, action, connection_id, deployment_id) => {
  expect(targetOf(method, path)).toEqual({ action, path, connection_id, deployment_id })
})

it('leaves out the token of a feedback address, which is a credential', () => {
  const { action, path } = targetOf('POST', `${there}/tracing/api/v1/feedback/tokens/a-token`)
  expect(action).toBe('submitFeedback')
  expect(path).toBe(`${there}/tracing/api/v1/feedback/tokens/…`)
})
