import { Hono } from 'hono'
import { consoleFiles } from './console-files.ts'
import type { ControlPlane } from './control-plane/control-plane.ts'
import type { Gateway } from './gateway/gateway.ts'
import { answerErrors } from './http/route.ts'
import { isLoopback, limitBody, localHostOnly, refuseNul } from './request-guards.ts'

/** Everything on one port: the console, its gateway, and the three services of the local stack. */
export function createApp(parts: {
  /** The address that the server listens on. */
  host: string
  /** How browsers reach it. */
  publicOrigin: string
  consoleFolder: string
  controlPlane: ControlPlane
  agentServer: { routes: Hono }
  tracing: { routes: Hono }
  gateway: Gateway
  report: (error: Error) => void
}): Hono {
  const app = new Hono()
  answerErrors(app, (error, context) => {
    // Whoever left in the middle of a request made it fail, and reads no answer.
    if (!context.req.raw.signal.aborted) parts.report(error)
  })
  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
  })
  if (isLoopback(parts.host)) app.use(localHostOnly(parts.host, parts.publicOrigin))
  app.use(refuseNul())
  app.use(limitBody())
  app.route('/api-host', parts.controlPlane.routes)
  app.route('/agents/:deployment_name', parts.agentServer.routes)
  app.route('/', parts.tracing.routes)
  app.route('/', parts.gateway.routes)
  const files = consoleFiles(parts.consoleFolder)
  app.use(async (context, next) => {
    const isService = /^\/(api|api-host|agents|gateway)(\/|$)/.test(context.req.path)
    return isService ? next() : files(context, next)
  })
  return app
}
