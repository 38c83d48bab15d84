import type { Context, Hono } from 'hono'
import { includesRole } from '../../../contract/gateway/roles.ts'
import { askerHeader } from '../../asker.ts'
import { HttpError } from '../../http/http-error.ts'
import { answerForBareAgent } from '../connections/bare-agent.ts'
import { findConnection } from '../connections/connection-routes.ts'
import { credentialsFor, type KeptConnection, typedLimit } from '../connections/connections.ts'
import { requestFacts } from '../request-facts.ts'
import { withoutSecretValues, withoutToken } from './hide-secrets.ts'
import { keepFromJudges } from './judged-blind.ts'
import {
  type ForwardDeps,
  findAgent,
  sendToServer,
  voteHeaders,
  votesOf,
  voteToken,
} from './send-to-server.ts'

/** Forwarding to the servers of connections, below the routes of each connection. */
export function forwardRoutes(routes: Hono, deps: ForwardDeps): void {
  const { store, addresses } = deps
  const find = (context: Context) => findConnection(store, context.req.param('connection_id') ?? '')
  const root = '/gateway/connections/:connection_id'

  const sendToAgent = async (context: Context) => {
    const connection = await find(context)
    const deploymentId = context.req.param('deployment_id') ?? ''
    const agent = await findAgent(deps, connection, deploymentId)
    const url = below(agent.url.href, restOf(context))
    const credentials = credentialsFor(connection, url)
    const { request, screen } = await screened(context, connection)
    try {
      const { limit } = agent
      const answer = await sendToServer(deps, request, connection, {
        url,
        limit,
        credentials,
        canVote: canVoteIn(context),
        isReadHere: screen !== undefined,
      })
      return screen ? await screen(answer) : answer
    } catch (error) {
      // It may have moved: the next request asks where it is.
      addresses.forget(connection.id, deploymentId)
      throw error
    }
  }

  const screened = (context: Context, { kind }: KeptConnection) =>
    keepFromJudges(deps.judged, context, kind === 'local')

  /** Only this server's own control plane is told who asks for a change. */
  const askedBy = (connection: KeptConnection, context: Context) =>
    connection.kind === 'local' && context.req.method !== 'GET'
      ? askerHeader(deps.secretBox, requestFacts(context).signedIn().user?.name ?? null)
      : {}

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
    const path = pathOf(rest)
    const isAuthorization = /^\/v2\/auth\/(authenticate|wait\/[^/]+)$/.test(path)
    if (isAuthorization) url.searchParams.set('include_token', 'false')
    // Our own tells no values.
    const hidesValues = connection.kind !== 'local' && /^\/v2\/deployments(\/[^/]+)?\/?$/.test(path)
    const { request, screen } = await screened(context, connection)
    const response = await sendToServer(deps, request, connection, {
      url,
      limit: typedLimit,
      credentials: { ...credentialsFor(connection, url), ...askedBy(connection, context) },
      canVote: canVoteIn(context),
      isReadHere: hidesValues || isAuthorization || screen !== undefined,
    })
    const changed = /^\/v2\/deployments\/([^/?]+)/.exec(rest)?.[1]
    if (changed && method !== 'GET') addresses.forget(connection.id, changed)
    if (hidesValues) return withoutSecretValues(response)
    if (isAuthorization) return withoutToken(response)
    return screen ? screen(response) : response
  })
  routes.all(`${root}/agents/:deployment_id/*`, sendToAgent)
  routes.all(`${root}/tracing/*`, async (context) => {
    const connection = await find(context)
    const rest = restOf(context)
    const path = pathOf(rest)
    if (!/^\/api\/v1\/feedback(\/|$)/.test(path)) {
      throw new HttpError(404, 'Only feedback is forwarded to the tracing service.')
    }
    const { at, scope } = votesOf(deps, connection)
    const url = below(at.tracing_url, rest)
    const credentials = voteToken.test(path)
      ? voteHeaders(deps, at, url, 'console')
      : { ...credentialsFor(at, url), ...scope }
    const canVote = canVoteIn(context)
    return sendToServer(deps, context.req.raw, at, { url, limit: typedLimit, credentials, canVote })
  })
}

/** Whoever may only look gets no address to vote with, in whatever an agent answers. */
function canVoteIn(context: Context): boolean {
  return includesRole(requestFacts(context).signedIn().role, 'operator')
}

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

/** Without its query. */
const pathOf = (rest: string) => rest.replace(/\?.*$/s, '')

/** An address below `base`, and nowhere else: no path may climb out of it. */
function below(base: string, rest: string): URL {
  const root = new URL(base)
  const folder = `${root.pathname.replace(/\/$/, '')}/`
  const target = new URL(root.origin + folder.slice(0, -1) + rest)
  if (target.origin === root.origin && target.pathname.startsWith(folder)) return target
  throw new HttpError(404, 'There is no such address.')
}
