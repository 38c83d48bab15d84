import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A server that the console can work with. The gateway keeps its key; the browser never sees it. */
export const Connection = z.looseObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  /** {base_url} of the control plane. */
  base_url: z.string(),
  /** {tracing_url}: its origin is the only one that feedback is sent to. */
  tracing_url: z.string(),
  has_key: z.boolean(),
})
export type Connection = z.infer<typeof Connection>

export const listConnections = endpoint({
  name: 'listConnections',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/connections',
  response: z.array(Connection),
})

/**
 * Where the gateway forwards to, by connection. What follows the prefix is the upstream's own path:
 * `${controlPlane}/v2/deployments`, `${agent}/threads`, `${tracing}/api/v1/feedback/tokens/…`.
 */
export function gatewayPaths(connectionId: string) {
  const root = `/gateway/connections/${encodeURIComponent(connectionId)}`
  return {
    controlPlane: `${root}/control-plane`,
    agent: (deploymentId: string) => `${root}/agents/${encodeURIComponent(deploymentId)}`,
    tracing: `${root}/tracing`,
  }
}
