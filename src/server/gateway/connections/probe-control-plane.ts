import { randomUUID } from 'node:crypto'
import { DeploymentsList, listDeployments } from '../../../contract/control-plane/deployments.ts'
import { listOAuthProviders } from '../../../contract/control-plane/oauth-providers.ts'
import { listRevisionLogs } from '../../../contract/control-plane/revisions.ts'
import { fillPath } from '../../../contract/endpoint.ts'
import { type KeptConnection, typedLimit } from './connections.ts'
import {
  type CapabilityFindings,
  findingOf,
  isRefusal,
  no,
  type ProbeAsker,
  unknown,
  yes,
} from './probe-request.ts'

/**
 * Asks the control plane and the tracing service; fills in what was found. Answers the id of a
 * deployment with an address, one that serves before others, or null.
 */
export async function probeControlPlane(
  ask: ProbeAsker,
  connection: KeptConnection,
  found: CapabilityFindings,
): Promise<string | null> {
  const at = (path: string) => ({ url: new URL(connection.base_url + path), limit: typedLimit })
  const answer = await ask(at(`${listDeployments.path}?limit=20`))
  if (typeof answer === 'string') {
    found.reachable = no(answer)
    return null
  }
  found.reachable = yes('The control plane answers.')
  if (isRefusal(answer)) {
    found.authenticated = no(refusalReason(answer.text, connection))
    found.deployments = no('The server does not accept the key.')
    return null
  }
  const list = DeploymentsList.safeParse(answer.json)
  if (answer.status !== 200 || !list.success) {
    const reason = `There is no control plane at ${connection.base_url} (status ${answer.status}). Check the address.`
    found.deployments = no(reason)
    found.authenticated = unknown(reason)
    return null
  }
  found.authenticated = yes(
    connection.key === null ? 'The server asks for no key.' : 'The server accepts the key.',
  )
  found.deployments = yes('Deployments can be listed.')
  const [providers, tokens] = await Promise.all([
    ask(at(listOAuthProviders.path)),
    ask({
      url: new URL(`${connection.tracing_url}/api/v1/feedback/tokens?run_id=${randomUUID()}`),
      limit: typedLimit,
    }),
  ])
  found.oauth_providers = findingOf(providers, 'OAuth providers can be listed.')
  found.feedback_tokens = findingOf(tokens, 'Feedback addresses of a run can be read again.')

  const withRevision = list.data.resources.find((one) => one.latest_revision_id !== null)
  found.revision_logs = withRevision
    ? findingOf(
        await ask(
          at(
            `${fillPath(listRevisionLogs.path, { deployment_id: withRevision.id, revision_id: withRevision.latest_revision_id })}?type=build&limit=1`,
          ),
        ),
        'Logs of revisions can be read.',
      )
    : unknown('There is no revision whose log could be read.')
  const addressed = list.data.resources.filter((one) => one.source_config.custom_url)
  return (addressed.find((one) => one.active_revision_id) ?? addressed[0])?.id ?? null
}

/** Other servers have one status for a wrong key and a missing tenant: their words alone tell which it is. */
function refusalReason(text: string, connection: KeptConnection): string {
  if (connection.key === null) return 'The server asks for a key, and this connection has none.'
  return /workspace|tenant/i.test(text) && connection.tenant_id === null
    ? 'The key sees several workspaces: write the id of one as the tenant.'
    : 'The server does not accept the key.'
}
