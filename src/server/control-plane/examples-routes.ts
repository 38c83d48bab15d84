import type { Hono } from 'hono'
import type { DeploymentCreateRequest } from '../../contract/control-plane/deployments.ts'
import { getExamples, getPythonExamples } from '../../contract/gateway/examples.ts'
import type { Database } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { findDeploymentNamed } from './deployments/deployment-store.ts'
import { PythonProbe } from './rollout/python/python-probe.ts'

/** The requests that deploy the examples; `stop` ends the look whether Python can be had here. */
export function mountExamples(
  routes: Hono,
  deps: {
    database: Database
    /** Absolute. */
    packageCache: string
    examples?: DeploymentCreateRequest | null
    pythonExamples?: DeploymentCreateRequest | null
    now: () => Date
  },
): { stop(): void } {
  const pythonProbe = new PythonProbe(deps)
  route(routes, getExamples, () => {
    if (deps.examples) return deps.examples
    throw new HttpError(404, 'This installation has no examples.')
  })
  route(routes, getPythonExamples, async () => {
    const request = deps.pythonExamples ?? null
    const found = request && (await findDeploymentNamed(deps.database, request.name))
    const problem = request && !found ? await pythonProbe.problem() : null
    return { request, problem, deployment_id: found?.id ?? null }
  })
  return pythonProbe
}
