import { Hono } from 'hono'
import type { Cluster } from './cluster/cluster.ts'
import type { ControlPlane } from './control-plane/control-plane.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { ReadClient } from './http/client-facts.ts'
import { limitBody, ownHostOnly, refuseNul } from './http/request-guards.ts'
import { answerErrors } from './http/route.ts'
import { tellChanges } from './http/tell-changes.ts'
import type { Metrics } from './operations/metrics.ts'
import { consoleFiles } from './pages/console-files.ts'
import { securityHeaders } from './pages/security-headers.ts'
import type { Log } from './process/log.ts'
import { logRequests } from './process/request-log.ts'
import { pathOfService } from './tracing/root-address.ts'

/** An archive of sources, at the control plane or through the gateway to one: it is counted where it is taken. */
const isSourceUpload = (path: string) =>
  /^\/(api-host|gateway\/connections\/[^/]+\/control-plane)\/v2\/source-archives\/[^/]+$/.test(path)

/** Everything on one port: the console, its gateway, and the three services of the local stack. */
export function createApp(parts: {
  ownHosts: Parameters<typeof ownHostOnly>[0]
  /** Browsers reach it by https. */
  isSecure: boolean
  /** Empty, or as `/quarterdeck`: what stands before every path in a browser, but not here. */
  basePath: string
  /** False where nobody has to sign in. */
  isSignInRequired: boolean
  consoleFolder: string
  readClient: ReadClient
  log: Log
  cluster: Pick<Cluster, 'changed'>
  metrics: Metrics
  controlPlane: ControlPlane
  agentServer: { routes: Hono }
  tracing: { routes: Hono }
  gateway: Gateway
  embeds: { routes: Hono }
  operations: Hono
  report: (error: Error) => void
}): Hono {
  const app = new Hono({ getPath: pathOfService })
  answerErrors(app, (error, context) => {
    // Whoever left in the middle of a request made it fail, and reads no answer.
    if (!context.req.raw.signal.aborted) parts.report(error)
  })
  app.use(logRequests(parts))
  app.use(securityHeaders(parts))
  app.use(ownHostOnly(parts.ownHosts))
  app.use(refuseNul())
  app.use(limitBody(isSourceUpload))
  app.use(tellChanges(parts.cluster))
  app.use(parts.gateway.auditApiWrites)
  app.route('/', parts.operations)
  app.route('/api-host', parts.controlPlane.routes)
  app.route('/agents/:deployment_name', parts.agentServer.routes)
  app.route('/', parts.tracing.routes)
  app.route('/', parts.gateway.routes)
  app.route('/', parts.embeds.routes)
  const files = consoleFiles(parts.consoleFolder, parts.basePath, !parts.isSignInRequired)
  app.use(async (context, next) => {
    const isService = /^\/(api|api-host|agents|gateway|embed|widget)(\/|$)/.test(context.req.path)
    return isService ? next() : files(context, next)
  })
  return app
}
