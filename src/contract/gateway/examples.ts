import { DeploymentCreateRequest } from '../control-plane/deployments.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Ours: the request that deploys the examples of this installation, to be sent to `createDeployment`.
 * 404 where there are none, as on every other server.
 */
export const getExamples = endpoint({
  name: 'getExamples',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/examples',
  response: DeploymentCreateRequest,
})
