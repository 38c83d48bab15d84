import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { listConnections } from '../../contract/connections.ts'
import { id as idSchema } from '../../contract/query.ts'
import { createSession, deleteSession, getSession } from '../../contract/session.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { type KeptConnection, presentConnection } from './connections.ts'
import { DeploymentAddresses } from './deployment-addresses.ts'
import { forward } from './forward.ts'
import { sameOriginOnly } from './same-origin.ts'
import { Sessions } from './sessions.ts'

const cookieName = 'quarterdeck_session'

/** The console's only way to servers: it holds their keys and adds them. */
export interface Gateway {
  routes: Hono
  /** Ends what is still being forwarded. */
  stop(): void
}

export function createGateway(deps: {
  connections: readonly KeptConnection[]
  /** Operators have to sign in with it; null where only this machine can reach the server. */
  password: string | null
  /** True where browsers reach the server by https. */
  isSecure: boolean
  now: () => Date
  /** The client's network address, for counting wrong passwords. */
  addressOf: (context: Context) => string
}): Gateway {
  const { connections, now } = deps
  const sessions = new Sessions(deps.password, now)
  const addresses = new DeploymentAddresses(now)
  const stopping = new AbortController()
  const routes = new Hono()

  routes.use('/gateway/*', sameOriginOnly())

  const state = (isSignedIn: boolean) => ({
    required: sessions.isRequired,
    signed_in: isSignedIn,
  })
  route(routes, getSession, ({ context }) =>
    state(sessions.isSignedIn(getCookie(context, cookieName))),
  )
  const writeCookie = (context: Context, value: string, maxAge: number) =>
    setCookie(context, cookieName, value, {
      path: '/gateway',
      httpOnly: true,
      sameSite: 'Strict',
      secure: deps.isSecure,
      maxAge,
    })
  route(routes, createSession, ({ body, context }) => {
    if (!sessions.isRequired) return state(true)
    const session = sessions.signIn(body.password, deps.addressOf(context))
    if (session === 'later') {
      context.header('Retry-After', '60')
      throw new HttpError(429, 'Too many wrong passwords. Try again in a minute.')
    }
    if (session === 'wrong') throw new HttpError(401, 'The password is not right.')
    writeCookie(context, session.id, session.lifeSeconds)
    return state(true)
  })
  route(routes, deleteSession, ({ context }) => {
    sessions.signOut(getCookie(context, cookieName))
    writeCookie(context, '', 0)
    return state(!sessions.isRequired)
  })

  routes.use('/gateway/*', async (context, next) => {
    if (!sessions.isSignedIn(getCookie(context, cookieName))) {
      throw new HttpError(401, 'Sign in first.')
    }
    await next()
  })
  route(routes, listConnections, () => connections.map(presentConnection))

  const find = (context: Context) => {
    const connection = connections.find((one) => one.id === context.req.param('connection_id'))
    if (connection) return connection
    throw new HttpError(404, 'There is no such connection.')
  }
  const send = (context: Context, connection: KeptConnection, base: string, key: string | null) =>
    forward(context.req.raw, connection.reach(below(base, restOf(context))), {
      key,
      signal: stopping.signal,
    })

  const root = '/gateway/connections/:connection_id'
  routes.all(`${root}/control-plane/*`, (context) => {
    const connection = find(context)
    return send(context, connection, connection.base_url, connection.key)
  })
  routes.all(`${root}/agents/:deployment_id/*`, async (context) => {
    const connection = find(context)
    const deploymentId = context.req.param('deployment_id')
    if (!idSchema.safeParse(deploymentId).success) {
      throw new HttpError(404, `Deployment ID ${deploymentId} not found.`)
    }
    const agent = await addresses.find(connection, deploymentId)
    return send(context, connection, agent.href.replace(/\/$/, ''), connection.key)
  })
  routes.all(`${root}/tracing/*`, (context) => {
    const connection = find(context)
    const path = restOf(context).replace(/\?.*$/s, '')
    if (!/^\/api\/v1\/feedback(\/|$)/.test(path)) {
      throw new HttpError(404, 'Only feedback is forwarded to the tracing service.')
    }
    // A submission carries no credential (§5.4).
    const isSubmission = /^\/api\/v1\/feedback\/tokens\/[^/]+$/.test(path)
    return send(context, connection, connection.tracing_url, isSubmission ? null : connection.key)
  })

  return { routes, stop: () => stopping.abort() }
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

/** An address below `base`, and nowhere else: no path may climb out of it. */
function below(base: string, rest: string): URL {
  const root = new URL(base)
  const target = new URL(base.replace(/\/$/, '') + rest)
  const isBelow =
    target.origin === root.origin &&
    target.pathname.startsWith(`${root.pathname.replace(/\/$/, '')}/`)
  if (isBelow) return target
  throw new HttpError(404, 'There is no such address.')
}
