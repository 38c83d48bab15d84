import type { CapabilityName, ConnectionProbe } from '../../../contract/gateway/connections.ts'
import { capabilityNames } from '../../../contract/gateway/connections.ts'
import { controlPlaneCapabilities } from '../../../contract/gateway/control-plane-capabilities.ts'
import type { AskUpstream } from '../../outgoing/upstream.ts'
import type { KeptConnection } from './connections.ts'
import type { DeploymentAddresses } from './deployment-addresses.ts'
import { probeAgent } from './probe-agent.ts'
import { probeControlPlane } from './probe-control-plane.ts'
import { type CapabilityFindings, no, probeAsker, unknown } from './probe-request.ts'

/**
 * Finds out what the servers of a connection can do. Every request either reads, or cannot be right
 * and is refused before anything happens; how it is refused tells whether the feature is there.
 * @param deploymentId whose agent server is asked; null for the first that has an address
 */
export async function probeConnection(
  deps: { ask: AskUpstream; addresses: DeploymentAddresses; now: () => Date },
  connection: KeptConnection,
  deploymentId: string | null,
): Promise<ConnectionProbe> {
  const ask = probeAsker(deps.ask, connection)
  const found: CapabilityFindings = {}
  const isBare = connection.kind === 'agent_server'
  let chosen = isBare ? connection.id : deploymentId
  if (isBare) {
    const reason = 'This connection leads to an agent server alone.'
    for (const name of controlPlaneCapabilities) found[name] = no(reason)
  } else {
    const first = await probeControlPlane(ask, connection, found)
    chosen ??= first
  }
  let server: string | null = null
  if (chosen === null) {
    found.agent_server = unknown('There is no deployment whose agent server could be asked.')
  } else if (isBare || found.reachable?.status === 'yes') {
    server = await probeAgent(ask, { ...deps, connection, deploymentId: chosen, found })
  }
  const capabilities = Object.fromEntries(
    capabilityNames.map((name: CapabilityName) => [name, found[name] ?? missing(found)]),
  )
  return {
    checked_at: deps.now().toISOString(),
    server,
    deployment_id: chosen,
    capabilities,
  }
}

/** Of what was not asked since something before it failed, nothing is known. */
function missing(found: CapabilityFindings) {
  return found.reachable?.status === 'no'
    ? unknown('The server cannot be reached.')
    : unknown('The agent server could not be asked.')
}
