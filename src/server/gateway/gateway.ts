import { setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { listAudit } from '../../contract/gateway/audit.ts'
import { followChanges } from '../../contract/gateway/changes.ts'
import { searchesAll } from '../../contract/gateway/connections.ts'
import { endProviderSignIn } from '../../contract/gateway/provider-sign-in.ts'
import { signInFragment } from '../../contract/gateway/sign-in-fragment.ts'
import type { ChangeSource } from '../cluster/changes.ts'
import type { Database } from '../db/database.ts'
import { refuseGoing } from '../deletions/refuse-going.ts'
import { changeStream } from '../http/change-stream.ts'
import type { ReadClient } from '../http/client-facts.ts'
import { HttpError } from '../http/http-error.ts'
import { type ApiKey, holdsKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import type { Resolve } from '../outgoing/checked-lookup.ts'
import { createUpstream } from '../outgoing/upstream.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Upstreams } from '../upstreams.ts'
import { addressIn, isProviderSignIn } from './address-in.ts'
import { apiKeyName, auditApiWrites } from './audit/api-writes.ts'
import { AuditLog } from './audit/audit-log.ts'
import { auditRequests } from './audit/audit-requests.ts'
import { readAudit } from './audit/read-audit.ts'
import { connectionProblem } from './connections/connection-problem.ts'
import { connectionRoutes, findConnection } from './connections/connection-routes.ts'
import { ConnectionStore } from './connections/connection-store.ts'
import type { KeptConnection } from './connections/connections.ts'
import { DeploymentAddresses } from './connections/deployment-addresses.ts'
import { upstreamChanges } from './connections/upstream-changes.ts'
import { mountFaults } from './faults/faults.ts'
import { forwardRoutes } from './forward/forward-routes.ts'
import type { JudgedBlind } from './forward/judged-blind.ts'
import type { ForwardDeps } from './forward/send-to-server.ts'
import { upstreamTransports } from './forward/upstream-transports.ts'
import type { ProviderSettings } from './oidc/provider-settings.ts'
import { SignInProvider } from './oidc/sign-in-provider.ts'
import { requireRole } from './operators/access.ts'
import { apiTokenRoutes, bearerOf } from './operators/api-token-routes.ts'
import { followEnvironment } from './operators/operator-store.ts'
import { Operators } from './operators/operators.ts'
import { hashPassword } from './operators/passwords.ts'
import { operatorRoutes } from './operators/routes/operator-routes.ts'
import { requestFacts } from './request-facts.ts'
import { sameOriginOnly } from './same-origin.ts'
import { viewRoutes } from './views/view-routes.ts'

const dayMs = 24 * 3_600_000
const auditPage = 50

/** The console's only way to servers: it holds their keys and adds them. */
export interface Gateway {
  /** Routes below `/gateway`. What is mounted there after them is guarded by the same rules. */
  routes: Hono
  /** The servers of its connections, for other parts of this server. */
  upstreams: Upstreams
  /** Its connections but the local stack, and whether their servers answer. */
  connections: {
    list(): Promise<readonly { id: string; name: string }[]>
    problemOf(connectionId: string): Promise<string | null>
  }
  /**
   * The address of a page of the console, from the first slash on, that signs in whoever started the server, once.
   * Rejects where people sign in otherwise or nobody has to.
   */
  signInAddress(path: string): Promise<string>
  /** Ends what is still being forwarded. */
  stop(): Promise<void>
  /** Keeps what programs write with the API key, past the gateway, in the audit log. */
  auditApiWrites: MiddlewareHandler
}

export interface GatewayDeps {
  database: Database
  changes: ChangeSource
  secretBox: SecretBox
  /** The local stack. */
  local: KeptConnection
  /** What opens it. */
  apiKey: ApiKey
  /** The password of the user `admin`; null when none is set. */
  password: string | null
  /** False where the operator has opened the server to everybody on its machine. */
  isSignInRequired: boolean
  /**
   * Whoever started the server signs in by an address that it gives them: where only this machine can reach it, no
   * password is set and no provider.
   */
  admitsOwner: boolean
  /** Of the database: servers of others on the same host share a browser's cookies. */
  installationId: string
  /** The provider that signs people in, beside passwords or in their place; null for none. */
  provider: ProviderSettings | null
  /** False where passwords sign nobody in. */
  hasPasswords: boolean
  /** How browsers reach this server, without a slash at its end. */
  publicUrl: string
  /** Empty, or as `/quarterdeck`, before every path. */
  basePath: string
  auditDays: number
  readClient: ReadClient
  requestIdOf: (request: Request) => string | null
  judged: JudgedBlind
  /** Whether the other end of a connection is an agent on this machine. */
  isFromAgent: (socket: Socket | undefined) => Promise<boolean>
  now: () => Date
  resolve: Resolve
  /** After this long without a byte in either direction a forwarded request ends. */
  silenceLimitMs: number
  /** The fault lab is there; it is off and unreachable when absent. */
  hasFaults?: boolean
  /** Is told each key, so that it can be kept out of every log. */
  onSecret: (secret: string) => void
  warn: (sentence: string) => void
  report: (error: Error) => void
}

const notForAgents = () =>
  new HttpError(
    401,
    'Nobody has to sign in here but the agents of this machine: they need the API key.',
  )

/** Makes the gateway; the environment's password is put in place and old audit entries are deleted. */
export async function createGateway(deps: GatewayDeps): Promise<Gateway> {
  const { database, now, readClient } = deps
  const store = new ConnectionStore(deps)
  const ask = createUpstream(deps)
  const addresses = new DeploymentAddresses({ ask, resolve: deps.resolve, now })
  const operators = await Operators.open({ ...deps, isRequired: deps.isSignInRequired })
  // A cookie is told to every port of a host, so that each such server has one of its own.
  const cookieName = operators.admitsOwner
    ? `quarterdeck_session_${deps.installationId.slice(0, 8)}`
    : 'quarterdeck_session'
  const signInAddress = async (path: string) => {
    const token = await operators.addSignInToken()
    deps.onSecret(token)
    return deps.publicUrl + path + signInFragment + token
  }
  const provider =
    deps.provider &&
    new SignInProvider({
      ...deps,
      settings: deps.provider,
      callbackPath: endProviderSignIn.path,
    })
  await followEnvironment(database, {
    passwordHash: deps.password === null ? null : await hashPassword(deps.password),
    at: now(),
  })
  const audit = new AuditLog({ ...deps, keptMs: deps.auditDays * dayMs })
  await audit.sweep()
  const stopping = new AbortController()
  // Every stream and every forwarded request listens to it.
  setMaxListeners(0, stopping.signal)
  const routes = new Hono()

  const ownPagesOnly = sameOriginOnly(readClient)
  routes.use('/gateway/*', (context, next) =>
    // A provider's page leads here, and a browser that came by another name of this server.
    isProviderSignIn(context.req.path) ? next() : ownPagesOnly(context, next),
  )

  routes.use('/gateway/*', async (context, next) => {
    const facts = requestFacts(context)
    const isByKey = holdsKey(context, deps.apiKey)
    facts.actor = await operators.actorOf(
      getCookie(context, cookieName),
      bearerOf(context),
      isByKey,
      () => deps.isFromAgent((context.env as Partial<HttpBindings>).incoming?.socket),
    )
    if (isByKey && facts.actor?.user === null) facts.typedName = apiKeyName
    await next()
  })

  routes.use('/gateway/*', auditRequests({ ...deps, audit }))

  routes.use('/gateway/*', async (context, next) => {
    const { role } = addressIn(context).access
    const facts = requestFacts(context)
    if (role !== 'anyone') {
      if (!facts.actor && !deps.isSignInRequired) throw notForAgents()
      requireRole(facts.signedIn().role, role)
    }
    await next()
  })

  routes.use('/gateway/*', refuseGoing(database))

  operatorRoutes(routes, { ...deps, operators, provider, cookieName, signInAddress })
  apiTokenRoutes(routes, deps)
  connectionRoutes(routes, { store, local: deps.local, addresses, ask, now })
  viewRoutes(routes, { database, store, now })
  route(routes, listAudit, async ({ query }) => {
    await audit.flush()
    return readAudit(database, { ...query, limit: query.limit ?? auditPage })
  })

  if (deps.hasFaults) mountFaults(routes, deps)
  const forwarding: ForwardDeps = {
    store,
    local: deps.local,
    addresses,
    ask,
    secretBox: deps.secretBox,
    judged: deps.judged,
    signal: stopping.signal,
  }
  forwardRoutes(routes, forwarding)
  const upstreams = upstreamTransports(forwarding)
  route(routes, followChanges, async ({ context, query: { connection_id: id } }) => {
    const connection = id === undefined ? deps.local : await findConnection(store, id)
    if (connection.kind === 'local') return changeStream(context, deps.changes, stopping.signal)
    // Others are asked for nothing that is not published.
    const isOurs = searchesAll(connection)
    const transport = isOurs ? await upstreams.controlPlane(connection.id) : null
    return changeStream(context, upstreamChanges(transport, deps.changes), stopping.signal)
  })

  return {
    routes,
    upstreams,
    connections: {
      list: async () => (await store.list()).filter(({ kind }) => kind !== 'local'),
      problemOf: async (id) => connectionProblem(ask, await findConnection(store, id)),
    },
    auditApiWrites: auditApiWrites({
      ...deps,
      audit,
      localConnectionId: deps.local.id,
    }),
    signInAddress,
    stop: async () => {
      stopping.abort()
      await audit.flush()
    },
  }
}
