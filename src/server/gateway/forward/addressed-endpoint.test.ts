import { expect, it } from 'vitest'
import { addressedEndpoint } from './addressed-endpoint.ts'

const there = '/gateway/connections/there'

it.each([
  ['PATCH', there, 'patchConnection', 'there', null],
  ['POST', `${there}/test`, 'testConnection', 'there', null],
  ['POST', '/gateway/users', 'createUser', null, null],
  ['HEAD', '/gateway/users', 'listUsers', null, null],
  ['POST', `${there}/control-plane/v2/deployments`, 'createDeployment', 'there', null],
  ['DELETE', `${there}/control-plane/v2/deployments/d`, 'deleteDeployment', 'there', 'd'],
  ['POST', `${there}/agents/d/threads/t/runs/r/cancel`, 'cancelRun', 'there', 'd'],
  ['POST', `${there}/agents/d/threads/search`, 'searchThreads', 'there', 'd'],
  ['GET', `${there}/agents/d/threads/search`, 'getThread', 'there', 'd'],
  ['POST', `${there}/tracing/api/v1/feedback/tokens/t`, 'submitFeedback', 'there', null],
  ['PUT', `${there}/agents/d/unheard-of`, undefined, 'there', 'd'],
  ['GET', `${there}/agents/d/threads/`, undefined, 'there', 'd'],
])('%s %s is %s', (method, path, name, connection_id, deployment_id) => {
  const { endpoint, ...ids } = addressedEndpoint(method, path)
  expect(endpoint?.name).toBe(name)
  expect(ids).toMatchObject({ connection_id, deployment_id })
})

it('knows the endpoints above an address that has none, the nearest first', () => {
  const { above } = addressedEndpoint('POST', `${there}/control-plane/v2/auth/providers/p/secret`)
  expect(above.map((place) => place.map(({ name }) => name).sort())).toEqual([
    ['deleteOAuthProvider', 'getOAuthProvider', 'patchOAuthProvider'],
    ['createOAuthProvider', 'listOAuthProviders'],
  ])
})
