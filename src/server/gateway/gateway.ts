import { setMaxListeners } from 'node:events'
import { type Context, Hono } from 'hono'
import { listAudit } from '../../contract/gateway/audit.ts'
import { testConnection } from '../../contract/gateway/connections.ts'
import { createSession } from '../../contract/gateway/session.ts'
import type { Changes } from '../cluster/changes.ts'
import type { Database } from '../db/database.ts'
import type { ReadClient } from '../http/client-facts.ts'
import { route } from '../http/route.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { changesRoute } from './changes-route.ts'
import { connectionRoutes, findConnection } from './connections/connection-routes.ts'
import { ConnectionStore } from './connections/connection-store.ts'
import type { KeptConnection } from './connections/connections.ts'
import { DeploymentAddresses } from './connections/deployment-addresses.ts'
import { probeConnection } from './connections/probe.ts'
import { mountFaults } from './faults/faults.ts'
import { addressedEndpoint } from './forward/addressed-endpoint.ts'
import { createForwarder, type Upstreams } from './forward/forward-routes.ts'
import { createUpstream, type Resolve } from './forward/upstream.ts'
import { accessTo, requireRole } from './operators/access.ts'
import { apiTokenRoutes, bearerOf } from './operators/api-token-routes.ts'
import { readAudit, sweepAudit, writeAudit } from './operators/audit.ts'
import { operatorRoutes, sessionIdOf } from './operators/operator-routes.ts'
import { followEnvironment } from './operators/operator-store.ts'
import { Operators } from './operators/operators.ts'
import { hashPassword } from './operators/passwords.ts'
import { requestFacts } from './request-facts.ts'
import { sameOriginOnly } from './same-origin.ts'

const dayMs = 24 * 3_600_000
const auditPage = 50

/** The console's only way to servers: it holds their keys and adds them. */
export interface Gateway {
  /** Routes below `/gateway`. What is mounted there after them is guarded by the same rules. */
  routes: Hono
  /** The servers of its connections, for other parts of this server. */
  upstreams: Upstreams
  /** Ends what is still being forwarded. */
  stop(): void
}

export interface GatewayDeps {
  database: Database
  changes: Pick<Changes, 'listen' | 'sinceMs'>
  secretBox: SecretBox
  /** The local stack. */
  local: KeptConnection
  /** The password of the user `admin`; null when none is set. */
  password: string | null
  /** False where only this machine can reach the server and no password is set. */
  isSignInRequired: boolean
  /** Empty, or as `/quarterdeck`, before every path. */
  basePath: string
  auditDays: number
  readClient: ReadClient
  requestIdOf: (request: Request) => string | null
  now: () => Date
  resolve: Resolve
  /** After this long without a byte in either direction a forwarded request ends. */
  silenceLimitMs: number
  /** The fault lab is there; it is off and unreachable when absent. */
  hasFaults?: boolean
  /** Is told each key, so that it can be kept out of every log. */
  onSecret: (secret: string) => void
  report: (error: Error) => void
}

/** Makes the gateway; the environment's password is put in place and old audit entries are deleted. */
export async function createGateway(deps: GatewayDeps): Promise<Gateway> {
  const { database, now, readClient } = deps
  const store = new ConnectionStore(deps)
  const ask = createUpstream(deps)
  const addresses = new DeploymentAddresses({ ask, resolve: deps.resolve, now })
  const operators = await Operators.open({ database, now, isRequired: deps.isSignInRequired })
  await followEnvironment(database, {
    passwordHash: deps.password === null ? null : await hashPassword(deps.password),
    at: now(),
  })
  await sweepAudit(database, new Date(now().getTime() - deps.auditDays * dayMs))
  const stopping = new AbortController()
  // Every stream and every forwarded request listens to it.
  setMaxListeners(0, stopping.signal)
  const routes = new Hono()

  routes.use('/gateway/*', sameOriginOnly(readClient))

  routes.use('/gateway/*', async (context, next) => {
    const facts = requestFacts(context)
    facts.actor = await operators.actorOf(sessionIdOf(context), bearerOf(context))
    const { method, path } = context.req
    const { addressed, access } = addressIn(context)
    // What strangers send is no deed of anybody's: it may not fill the log either.
    const isSigningIn = addressed.endpoint === createSession
    const isKept = access.isAudited && (facts.actor !== null || isSigningIn)
    const since = performance.now()
    await next()
    if (!isKept || context.res.status === 429) return
    await writeAudit(database, {
      at: now(),
      actor: facts.actor,
      typed_name: facts.typedName,
      remote_address: readClient(context).address,
      method,
      path,
      addressed,
      status: context.res.status,
      duration_ms: performance.now() - since,
      request_id: deps.requestIdOf(context.req.raw),
    }).catch(deps.report)
  })

  routes.use('/gateway/*', async (context, next) => {
    const { role } = addressIn(context).access
    if (role !== 'anyone') requireRole(requestFacts(context).signedIn().role, role)
    await next()
  })

  operatorRoutes(routes, { ...deps, operators })
  apiTokenRoutes(routes, deps)
  connectionRoutes(routes, {
    store,
    local: deps.local,
    onChange: (id) => addresses.forget(id),
  })
  route(routes, testConnection, async ({ params, body }) => {
    const connection = await findConnection(store, params.connection_id)
    addresses.forget(connection.id)
    const probe = await probeConnection(
      { ask, addresses, now },
      connection,
      body.deployment_id ?? null,
    )
    await store.keepProbe(connection.id, probe)
    return probe
  })
  route(routes, listAudit, ({ query }) =>
    readAudit(database, { ...query, limit: query.limit ?? auditPage }),
  )

  changesRoute(routes, { changes: deps.changes, closing: stopping.signal })

  if (deps.hasFaults) mountFaults(routes, deps)
  const forwarder = createForwarder({
    store,
    local: deps.local,
    addresses,
    ask,
    secretBox: deps.secretBox,
    signal: stopping.signal,
  })
  forwarder.mount(routes)

  return {
    routes,
    upstreams: forwarder.upstreams,
    stop: () => stopping.abort(),
  }
}

/** What a request is for, and who may ask for that. */
function addressIn({ req }: Context) {
  const addressed = addressedEndpoint(req.method, req.path)
  const access = accessTo(addressed, req.method, new URL(req.url).searchParams)
  return { addressed, access }
}
