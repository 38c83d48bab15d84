import type { Transport } from '../../client/api.ts'

/** The servers behind an embed, reached with the operator's key, which stays on this side. */
export interface EmbedUpstream {
  /** `as`: see `Upstreams`. Throws 404 for a connection that is gone, 409 or 502 where the deployment cannot be reached. */
  agent(connectionId: string, deploymentId: string, as: 'operator' | 'visitor'): Promise<Transport>
  /** The feedback service and the origin of the addresses that it gives out. */
  tracing(
    connectionId: string,
    client: 'embed',
  ): Promise<{
    transport: Transport
    origin: string
    /** True where the agent server makes no addresses for votes, and this server keeps them. */
    keepsVotes: boolean
  }>
}
