import type { Transport } from '../../../client/api.ts'
import type { Reach } from '../../outgoing/address-policy.ts'
import type { Upstreams } from '../../upstreams.ts'
import type { VoteClient } from '../../vote-source.ts'
import { findConnection } from '../connections/connection-routes.ts'
import { credentialsFor, type KeptConnection, typedLimit } from '../connections/connections.ts'
import {
  type ForwardDeps,
  findAgent,
  sendToServer,
  voteHeaders,
  votesOf,
} from './send-to-server.ts'

/** The servers of connections for other parts of this server, by transports. */
export function upstreamTransports(deps: ForwardDeps): Upstreams {
  const { store } = deps
  return {
    async agent(connectionId, deploymentId, as) {
      const connection = await findConnection(store, connectionId)
      const agent = await findAgent(deps, connection, deploymentId)
      return transport(deps, connection, agent.url, agent.limit, undefined, as)
    },
    async controlPlane(connectionId) {
      const connection = await findConnection(store, connectionId)
      if (connection.kind === 'agent_server') return null
      return transport(deps, connection, new URL(connection.base_url), typedLimit)
    },
    name: async (connectionId) => (await findConnection(store, connectionId)).name,
    async tracing(connectionId, client) {
      const connection = await findConnection(store, connectionId)
      const { at, scope } = votesOf(deps, connection)
      const base = new URL(at.tracing_url)
      return {
        transport: transport(deps, at, base, typedLimit, { client, scope }),
        origin: base.origin,
        keepsVotes: at !== connection,
      }
    },
  }
}

/** Credentials go with the calls that ask for them (§5.4), hence as headers of the transport. */
function transport(
  deps: ForwardDeps,
  connection: KeptConnection,
  base: URL,
  limit: Reach,
  votes: { client: VoteClient; scope: Record<string, string> } = { client: 'embed', scope: {} },
  as: 'operator' | 'visitor' = 'operator',
): Transport {
  return {
    baseUrl: base.href.replace(/\/$/, ''),
    // The key of the local stack may be replaced while somebody holds this.
    get headers() {
      return credentialsFor(connection, base)
    },
    fetch: (input, init) => {
      const request = new Request(input, init)
      const scheme = as === 'operator' ? ['x-auth-scheme'] : []
      const given = ['x-api-key', 'x-tenant-id', ...scheme].flatMap((name) => {
        const value = request.headers.get(name)
        return value === null ? [] : [[name, value]]
      })
      return sendToServer(deps, request, connection, {
        url: new URL(request.url),
        limit,
        credentials: {
          ...Object.fromEntries(given),
          ...voteHeaders(deps, connection, new URL(request.url), votes.client),
          ...votes.scope,
        },
        canVote: true,
        // A request that nobody holds any more passes nothing on of the signal that it was made with.
        asker: init?.signal,
      })
    },
  }
}
