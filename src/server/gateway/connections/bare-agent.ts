import {
  type Deployment,
  getDeployment,
  listDeployments,
} from '../../../contract/control-plane/deployments.ts'
import { HttpError } from '../../http/http-error.ts'
import type { KeptConnection } from './connections.ts'

/**
 * What the gateway answers in place of the control plane that a bare agent server does not have: its
 * one deployment, so that whoever works with deployments works with this server too. Everything else
 * is refused with a 404 that says why.
 */
export function answerForBareAgent(
  connection: KeptConnection,
  request: { method: string; path: string; query: URLSearchParams },
): unknown {
  if (request.method === 'GET' && request.path === listDeployments.path) {
    const isAsked =
      Number(request.query.get('offset') ?? 0) === 0 &&
      connection.name
        .toLowerCase()
        .includes((request.query.get('name_contains') ?? '').toLowerCase())
    const resources = isAsked ? [deploymentOf(connection)] : []
    return { resources, offset: resources.length }
  }
  const path = getDeployment.path.replace('{deployment_id}', connection.id)
  if (request.method === 'GET' && request.path === path) return deploymentOf(connection)
  throw new HttpError(
    404,
    'This connection leads to an agent server alone. It has no control plane, so nothing can be deployed here.',
  )
}

function deploymentOf(connection: KeptConnection): Deployment {
  return {
    id: connection.id,
    name: connection.name,
    source: 'external_docker',
    source_config: { custom_url: connection.base_url },
    source_revision_config: {},
    secrets: [],
    created_at: connection.created_at ?? '',
    updated_at: connection.updated_at ?? '',
    status: 'READY',
    latest_revision_id: null,
    active_revision_id: null,
    is_agent_server: true,
  }
}
