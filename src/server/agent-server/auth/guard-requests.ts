import type { Context, MiddlewareHandler, Next } from 'hono'
import { getServerHealth, getServerMetrics } from '../../../contract/agent-server/assistants.ts'
import {
  getComponent,
  getComponentFile,
} from '../../../contract/agent-server/components/component-files.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { isReference } from '../../api-reference/reference-routes.ts'
import type { AuthUser } from '../../executor/protocol/project-requests.ts'
import { HttpError } from '../../http/http-error.ts'
import { type ApiKey, checkKey, holdsKey } from '../../http/require-key.ts'
import { admitBy } from '../../http/route.ts'
import {
  type GrantedAccess,
  keepAccess,
  keepIdentity,
  newAccess,
} from '../access/granted-access.ts'
import type { EngineContext } from '../engine-context.ts'
import type { ServedDeployment } from '../executors/executor-pool.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import { ownAskerOf, passedRequestOf } from '../own-requests/own-asker.ts'
import type { PassedRequest } from '../own-requests/passed-request.ts'
import { answerByApp } from '../project-http/answer-by-app.ts'
import { isClosed } from '../project-http/closed-parts.ts'
import { projectInput } from '../project-http/project-input.ts'
import { pathBelow, projectRequest, withheldOf } from '../project-http/project-request.ts'
import { AuthRefusedError, authenticate } from './ask-auth.ts'
import { Asker } from './asker.ts'
import { agentEndpointAt, type EndpointGuard, guardOfEndpoint } from './endpoint-rules.ts'
import { servedOf } from './guard-of.ts'
import { studioUser } from './studio-user.ts'

type Guarded = Pick<EngineContext, 'database' | 'executors' | 'now'>

/**
 * The door of every agent server. Where the project has no authorization of its own, this server's key opens it. Where it
 * has one, that decides instead: who the request is from (`authenticate`), then, by the endpoint's rule and before its
 * handler, what it may do. An endpoint that no rule covers is refused. This server's key together with
 * `X-Auth-Scheme: langsmith` stands for the operators' user (published), unless the project closes that. What the agent
 * server does not have, or the project has closed, goes to the project's own app, if it has one; so does what that app has
 * a word in, and what it passes on comes back through this door (`passedRequestOf`). Code of the agent itself comes in with
 * the rights of its run (`ownAskerOf`).
 */
export function guardRequests(engine: Guarded, apiKey: ApiKey): MiddlewareHandler {
  return async (context, next) => {
    const deployment = engine.executors.named(context.req.param('deployment_name') ?? '')
    const served = deployment ? await servedOf(engine, deployment.id) : null
    if (isOpen(context, served)) return next()
    if (!deployment || !served) {
      checkOwnOrKey(context, apiKey)
      return next()
    }
    // A rollout that goes on meanwhile takes away nothing that is asked here first and then needed.
    return served.whileAsked(() => letIn({ engine, apiKey, deployment, served }, context, next))
  }
}

/** What the interface is like is told to everybody, unless the project closes that or has an app to answer for it. */
function isOpen(context: Context, served: ServedRevision | null): boolean {
  const path = pathBelow(context)
  const http = served?.revision.http
  return isReference(path) && !(http && (http.app || isClosed(http, path)))
}

interface Door {
  engine: Guarded
  apiKey: ApiKey
  deployment: ServedDeployment
  served: ServedRevision
}

async function letIn(
  { engine, apiKey, deployment, served }: Door,
  context: Context,
  next: Next,
): Promise<Response | undefined> {
  const { auth, http } = served.revision
  const path = pathBelow(context)
  const found = agentEndpointAt(context.req.method, path)
  const isOfApp = http?.app && found && isLeftToApps(found, served)
  const endpoint = isOfApp || (http && isClosed(http, path)) ? undefined : found
  if (http?.app && !passedRequestOf(context)) {
    const { are_custom_routes_open: areOpen } = http
    if (!endpoint) {
      if (!areOpen) await enter(context, served, apiKey)
      return answerByApp(context, served, apiKey)
    }
    if (isAlsoOfApp(context, endpoint, served)) {
      const isIn = auth && isOpenTo(context, guardOfEndpoint(endpoint), apiKey)
      const isAppFirst = isIn || (http.is_middleware_first ?? areOpen)
      const user = isAppFirst ? null : await enter(context, served, apiKey)
      const passed = passedRequest(context, endpoint, apiKey, user)
      return answerByApp(context, served, apiKey, passed)
    }
  }
  if (!auth) {
    checkOwnOrKey(context, apiKey)
    if (http && isClosed(http, path)) throw nothingAt(context)
    const told = projectInput(context, served.revision, apiKey)
    if (told) admitBy(context, async (_asked, input) => told(input))
    return void (await next())
  }
  if (!endpoint) throw nothingAt(context)
  const guard = guardOfEndpoint(endpoint)
  if (!guard) {
    throw new HttpError(
      403,
      'This project decides by its own authorization who may do what, and this address is not one that it is asked about.',
    )
  }
  if (isOpenTo(context, guard, apiKey)) return void (await next())
  if (guard === 'server') checkKey(context, apiKey)
  const user = await enter(context, served, apiKey)
  keepIdentity(context, user.identity)
  if (typeof guard === 'string') return void (await next())
  const access = newAccess()
  const told = projectInput(context, served.revision, apiKey)
  const asker = new Asker({ user, deploymentId: deployment.id, engine, served, access })
  keepAccess(context, access)
  admitBy(context, async (asked, input) => {
    if (asked !== endpoint) throw nothingAt(context)
    const asks = told ? told(input) : input
    const changed = await inItsWords(context, () => guard.admit(asker, asks as never))
    access.isAsked = true
    return { ...asks, ...changed }
  })
  await next()
  if (context.res.ok) checkDone(access)
}

/** Frameworks of projects tell their own metrics there, as they do at `/docs`; and without components `/ui` is free. */
function isLeftToApps(endpoint: Endpoint, { revision }: ServedRevision): boolean {
  if (endpoint === getComponent || endpoint === getComponentFile) return !revision.components_file
  return endpoint === getServerMetrics
}

/** Whether a project with an authorization of its own is not asked who this is. */
function isOpenTo(context: Context, guard: EndpointGuard | undefined, apiKey: ApiKey): boolean {
  if (guard === 'everybody') return true
  return (guard === 'known' || guard === 'server') && holdsKey(context, apiKey)
}

/**
 * Whether the project's app has a word in what the agent server answers. It has none in what is asked by the agent's own
 * code, in what only operators ask, in whether the server is well, and in the opening of a WebSocket: what is said on
 * that is asked as requests, which come through here.
 */
function isAlsoOfApp(context: Context, endpoint: Endpoint, { loaded }: ServedRevision): boolean {
  const guard = guardOfEndpoint(endpoint)
  if (!guard || guard === 'server' || endpoint === getServerHealth) return false
  if (ownAskerOf(context) || context.req.header('upgrade')) return false
  const [, first = ''] = pathBelow(context).split('/')
  return loaded.appReach.some((part) => part === '*' || part === first)
}

function passedRequest(
  context: Context,
  endpoint: Endpoint,
  apiKey: ApiKey,
  user: AuthUser | null,
): PassedRequest {
  return {
    origin: new URL(context.req.url).origin,
    withheld: withheldOf(context, apiKey),
    isSame: (method, path) => agentEndpointAt(method, path) === endpoint,
    user,
  }
}

/** Who the project says it is; null for the holder of the key of a project without an authorization. */
async function enter(context: Context, served: ServedRevision, apiKey: ApiKey): Promise<AuthUser> {
  if (served.revision.auth) {
    return inItsWords(context, () => userOf(context, served, apiKey))
  }
  checkOwnOrKey(context, apiKey)
  return studioUser
}

/** Without an authorization of its own an agent may do in its deployment what the key may. */
function checkOwnOrKey(context: Context, apiKey: ApiKey): void {
  if (!ownAskerOf(context)) checkKey(context, apiKey)
}

/** What no handler may do by an oversight: answer unasked, or a list that is not narrowed. */
function checkDone(access: GrantedAccess): void {
  if (access.isAsked && (access.isTaken || !access.isList || access.filter === null)) return
  throw new Error('A request was answered past the authorization of the project.')
}

/** A refusal with the headers that its handler gave it. */
async function inItsWords<Result>(context: Context, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AuthRefusedError) {
      for (const [name, value] of error.headers) {
        if (!ownHeaders.test(name)) context.header(name, value)
      }
    }
    throw error
  }
}

/** What says how an answer is sent is not a handler's to say. */
const ownHeaders = /^(content-|transfer-|connection$|access-control-|set-cookie$|location$)/i

function userOf(context: Context, served: ServedRevision, apiKey: ApiKey): Promise<AuthUser> {
  const known = ownAskerOf(context)?.user ?? passedRequestOf(context)?.user
  if (known) return Promise.resolve(known)
  const isOperators =
    context.req.header('x-auth-scheme') === 'langsmith' && holdsKey(context, apiKey)
  if (isOperators && !served.revision.auth?.disable_studio_auth) return Promise.resolve(studioUser)
  return authenticate(served, projectRequest(context, apiKey))
}

function nothingAt(context: Context): HttpError {
  return new HttpError(404, `There is nothing at ${context.req.method} ${context.req.path}.`)
}
