import { id as idSchema } from '../../../contract/query.ts'
import { HttpError } from '../../http/http-error.ts'
import { keptVotesHeader } from '../../kept-votes.ts'
import type { Reach } from '../../outgoing/address-policy.ts'
import type { AskUpstream } from '../../outgoing/upstream.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { type VoteClient, voteSourceHeader } from '../../vote-source.ts'
import { throughGateway } from '../audit/api-writes.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import { type KeptConnection, keepsVotesOf } from '../connections/connections.ts'
import type { DeploymentAddresses } from '../connections/deployment-addresses.ts'
import { forward } from './forward.ts'
import type { JudgedBlind } from './judged-blind.ts'

/** What requests to the servers of connections are sent with. */
export interface ForwardDeps {
  store: ConnectionStore
  /** The local stack, which keeps the votes of servers that have no place for them. */
  local: KeptConnection
  addresses: DeploymentAddresses
  ask: AskUpstream
  secretBox: SecretBox
  judged: JudgedBlind
  signal: AbortSignal
}

/** Sends a request to a connection's server and answers what that answers. */
export function sendToServer(
  deps: ForwardDeps,
  request: Request,
  connection: KeptConnection,
  to: {
    url: URL
    limit: Reach
    credentials: Record<string, string>
    canVote: boolean
    isReadHere?: boolean
    /** Whoever asks, beside the request's own signal. */
    asker?: AbortSignal | null | undefined
  },
): Promise<Response> {
  return forward(deps.ask, request, {
    ...to,
    ...(connection.kind === 'local' && {
      credentials: {
        ...to.credentials,
        ...throughGateway(deps.secretBox, request.method),
      },
    }),
    target: connection.reach(to.url),
    key: connection.key,
    signal: to.asker ? AbortSignal.any([deps.signal, to.asker]) : deps.signal,
  })
}

/** Where a deployment's agent server is. Throws 404 for what is no id. */
export function findAgent(deps: ForwardDeps, connection: KeptConnection, deploymentId: string) {
  if (idSchema.safeParse(deploymentId).success) return deps.addresses.find(connection, deploymentId)
  throw new HttpError(404, `Deployment ID ${deploymentId} not found.`)
}

/** Where the votes on a connection's runs are, and what says there that they are this connection's. */
export function votesOf(deps: ForwardDeps, connection: KeptConnection) {
  return keepsVotesOf(connection)
    ? { at: deps.local, scope: keptVotesHeader(deps.secretBox, connection.id) }
    : { at: connection, scope: {} }
}

/** A vote carries no credential (§5.4); this server's own feedback service is told where it comes from. */
export function voteHeaders(
  deps: ForwardDeps,
  connection: KeptConnection,
  url: URL,
  client: VoteClient,
): Record<string, string> {
  const token = voteToken.exec(url.pathname)?.[1]
  if (token === undefined || connection.kind !== 'local') return {}
  return voteSourceHeader(deps.secretBox, client, token)
}

/** The path of a submission, and the token in it. */
export const voteToken = /\/api\/v1\/feedback\/tokens\/([^/]+)$/
