import type { Transport } from '../client/api.ts'
import type { VoteClient } from './vote-source.ts'

/** The servers of connections for other parts of this server, which reach them with the key. */
export interface Upstreams {
  /**
   * `as`: on whose behalf it is asked; a project with an authorization of its own lets an operator's requests in as such,
   * and takes a visitor's for anybody's. Throws 404 when there is no such connection or deployment, 409 and 502 where it
   * cannot be found.
   */
  agent(connectionId: string, deploymentId: string, as: 'operator' | 'visitor'): Promise<Transport>
  /** Null for a connection that has none. Throws 404. */
  controlPlane(connectionId: string): Promise<Transport | null>
  /** What people call the connection. Throws 404 when there is no such connection. */
  name(connectionId: string): Promise<string>
  /** The feedback service, for votes through one part of this server, and the origin of its addresses. Throws 404. */
  tracing(
    connectionId: string,
    client: VoteClient,
  ): Promise<{ transport: Transport; origin: string; keepsVotes: boolean }>
}
