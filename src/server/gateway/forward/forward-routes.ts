import type { Context, Hono } from 'hono'
import type { Transport } from '../../../client/api.ts'
import { includesRole } from '../../../contract/gateway/roles.ts'
import { id as idSchema } from '../../../contract/query.ts'
import { askerHeader } from '../../asker.ts'
import { HttpError } from '../../http/http-error.ts'
import { keptVotesHeader } from '../../kept-votes.ts'
import type { Reach } from '../../outgoing/address-policy.ts'
import type { AskUpstream } from '../../outgoing/upstream.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { Upstreams } from '../../upstreams.ts'
import { type VoteClient, voteSourceHeader } from '../../vote-source.ts'
import { throughGateway } from '../audit/api-writes.ts'
import { answerForBareAgent } from '../connections/bare-agent.ts'
import { findConnection } from '../connections/connection-routes.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import {
  credentialsFor,
  type KeptConnection,
  keepsVotesOf,
  typedLimit,
} from '../connections/connections.ts'
import type { DeploymentAddresses } from '../connections/deployment-addresses.ts'
import { requestFacts } from '../request-facts.ts'
import { forward } from './forward.ts'
import { withoutSecretValues, withoutToken } from './hide-secrets.ts'

/** Forwarding to the servers of connections, by the routes below each connection or by a transport. */
export function createForwarder(deps: {
  store: ConnectionStore
  /** The local stack, which keeps the votes of servers that have no place for them. */
  local: KeptConnection
  addresses: DeploymentAddresses
  ask: AskUpstream
  secretBox: SecretBox
  signal: AbortSignal
}): { mount(routes: Hono): void; upstreams: Upstreams } {
  const { store, addresses, local } = deps

  const send = (
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
  ) =>
    forward(deps.ask, request, {
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

  const findAgent = (connection: KeptConnection, deploymentId: string) => {
    if (idSchema.safeParse(deploymentId).success) return addresses.find(connection, deploymentId)
    throw new HttpError(404, `Deployment ID ${deploymentId} not found.`)
  }

  const sendToAgent = async (context: Context) => {
    const connection = await find(context)
    const deploymentId = context.req.param('deployment_id') ?? ''
    const agent = await findAgent(connection, deploymentId)
    const url = below(agent.url.href, restOf(context))
    const credentials = credentialsFor(connection, url)
    try {
      const { limit } = agent
      const canVote = canVoteIn(context)
      return await send(context.req.raw, connection, { url, limit, credentials, canVote })
    } catch (error) {
      // It may have moved: the next request asks where it is.
      addresses.forget(connection.id, deploymentId)
      throw error
    }
  }

  /** Where the votes on a connection's runs are, and what says there that they are this connection's. */
  const votesOf = (connection: KeptConnection) =>
    keepsVotesOf(connection)
      ? { at: local, scope: keptVotesHeader(deps.secretBox, connection.id) }
      : { at: connection, scope: {} }

  /** A vote carries no credential (§5.4); this server's own feedback service is told where it comes from. */
  const voteHeaders = (connection: KeptConnection, url: URL, client: VoteClient) => {
    const token = voteToken.exec(url.pathname)?.[1]
    if (token === undefined || connection.kind !== 'local') return {}
    return voteSourceHeader(deps.secretBox, client, token)
  }

  /** Credentials go with the calls that ask for them (§5.4), hence as headers of the transport. */
  const transport = (
    connection: KeptConnection,
    base: URL,
    limit: Reach,
    votes: { client: VoteClient; scope: Record<string, string> } = { client: 'embed', scope: {} },
    as: 'operator' | 'visitor' = 'operator',
  ): Transport => ({
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
      return send(request, connection, {
        url: new URL(request.url),
        limit,
        credentials: {
          ...Object.fromEntries(given),
          ...voteHeaders(connection, new URL(request.url), votes.client),
          ...votes.scope,
        },
        canVote: true,
        // A request that nobody holds any more passes nothing on of the signal that it was made with.
        asker: init?.signal,
      })
    },
  })

  /** Only this server's own control plane is told who asks for a change. */
  const askedBy = (connection: KeptConnection, context: Context) =>
    connection.kind === 'local' && context.req.method !== 'GET'
      ? askerHeader(deps.secretBox, requestFacts(context).signedIn().user?.name ?? null)
      : {}

  const find = (context: Context) => findConnection(store, context.req.param('connection_id') ?? '')
  const root = '/gateway/connections/:connection_id'

  return {
    upstreams: {
      async agent(connectionId, deploymentId, as) {
        const connection = await findConnection(store, connectionId)
        const agent = await findAgent(connection, deploymentId)
        return transport(connection, agent.url, agent.limit, undefined, as)
      },
      async controlPlane(connectionId) {
        const connection = await findConnection(store, connectionId)
        if (connection.kind === 'agent_server') return null
        return transport(connection, new URL(connection.base_url), typedLimit)
      },
      name: async (connectionId) => (await findConnection(store, connectionId)).name,
      async tracing(connectionId, client) {
        const connection = await findConnection(store, connectionId)
        const { at, scope } = votesOf(connection)
        const base = new URL(at.tracing_url)
        return {
          transport: transport(at, base, typedLimit, { client, scope }),
          origin: base.origin,
          keepsVotes: at !== connection,
        }
      },
    },
    mount(routes) {
      routes.all(`${root}/control-plane/*`, async (context) => {
        const connection = await find(context)
        const rest = restOf(context)
        const { method } = context.req
        if (connection.kind === 'agent_server') {
          const { pathname, searchParams } = new URL(rest, 'http://x')
          return context.json(
            answerForBareAgent(connection, { method, path: pathname, query: searchParams }),
          )
        }
        const url = below(connection.base_url, rest)
        const path = rest.replace(/\?.*$/s, '')
        const isAuthorization = /^\/v2\/auth\/(authenticate|wait\/[^/]+)$/.test(path)
        if (isAuthorization) url.searchParams.set('include_token', 'false')
        // Our own tells no values.
        const hidesValues =
          connection.kind !== 'local' && /^\/v2\/deployments(\/[^/]+)?\/?$/.test(path)
        const response = await send(context.req.raw, connection, {
          url,
          limit: typedLimit,
          credentials: { ...credentialsFor(connection, url), ...askedBy(connection, context) },
          canVote: canVoteIn(context),
          isReadHere: hidesValues || isAuthorization,
        })
        const changed = /^\/v2\/deployments\/([^/?]+)/.exec(rest)?.[1]
        if (changed && method !== 'GET') addresses.forget(connection.id, changed)
        if (hidesValues) return withoutSecretValues(response)
        return isAuthorization ? withoutToken(response) : response
      })
      routes.all(`${root}/agents/:deployment_id/*`, sendToAgent)
      routes.all(`${root}/tracing/*`, async (context) => {
        const connection = await find(context)
        const rest = restOf(context)
        const path = rest.replace(/\?.*$/s, '')
        if (!/^\/api\/v1\/feedback(\/|$)/.test(path)) {
          throw new HttpError(404, 'Only feedback is forwarded to the tracing service.')
        }
        const { at, scope } = votesOf(connection)
        const url = below(at.tracing_url, rest)
        const credentials = voteToken.test(path)
          ? voteHeaders(at, url, 'console')
          : { ...credentialsFor(at, url), ...scope }
        const canVote = canVoteIn(context)
        return send(context.req.raw, at, { url, limit: typedLimit, credentials, canVote })
      })
    },
  }
}

/** Whoever may only look gets no address to vote with, in whatever an agent answers. */
function canVoteIn(context: Context): boolean {
  return includesRole(requestFacts(context).signedIn().role, 'operator')
}

/** The path of a submission, and the token in it. */
const voteToken = /\/api\/v1\/feedback\/tokens\/([^/]+)$/

/** What follows the prefix in the address as it was sent, with its query. */
function restOf(context: Context): string {
  const { pathname, search } = new URL(context.req.url)
  const prefix =
    /^\/gateway\/connections\/[^/]+\/(?:control-plane|tracing|agents\/[^/]+)(?=\/)/.exec(
      pathname,
    )?.[0]
  if (prefix === undefined) throw new HttpError(404, 'There is no such address.')
  return pathname.slice(prefix.length) + search
}

/** An address below `base`, and nowhere else: no path may climb out of it. */
function below(base: string, rest: string): URL {
  const root = new URL(base)
  const folder = `${root.pathname.replace(/\/$/, '')}/`
  const target = new URL(root.origin + folder.slice(0, -1) + rest)
  if (target.origin === root.origin && target.pathname.startsWith(folder)) return target
  throw new HttpError(404, 'There is no such address.')
}
