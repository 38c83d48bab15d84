import * as z from 'zod/mini'
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
  role: 'viewer',
  isAudited: false,
  response: DeploymentCreateRequest,
})

/** The examples in Python, whose packages have to be installed first. */
export const PythonExamples = z.object({
  /** To be sent to `createDeployment`; null where this installation has none. */
  request: z.nullable(DeploymentCreateRequest),
  /** Why they cannot be installed on the server's machine and what to do, in sentences; null: they can. */
  problem: z.nullable(z.string()),
  /** The deployment of that name, if there is one. */
  deployment_id: z.nullable(z.string()),
})
export type PythonExamples = z.infer<typeof PythonExamples>

/** Ours. Looks for a Python and asks its package registry, which takes seconds. 404 on every other server. */
export const getPythonExamples = endpoint({
  name: 'getPythonExamples',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/examples/python',
  role: 'viewer',
  isAudited: false,
  response: PythonExamples,
})
