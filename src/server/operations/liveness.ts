import { Hono } from 'hono'
import { getLiveness } from '../../contract/gateway/health.ts'
import { ownHostOnly } from '../http/request-guards.ts'
import { answerErrors, route } from '../http/route.ts'
import { securityHeaders } from '../pages/security-headers.ts'

/** `/healthz`, which needs nothing of the server and answers whatever state that is in, by its own names like the rest. */
export function livenessRoutes(
  options: Parameters<typeof ownHostOnly>[0] & {
    isSecure: boolean
    report: (error: Error) => void
  },
): Hono {
  const routes = new Hono()
  answerErrors(routes, options.report)
  routes.use(securityHeaders(options))
  routes.use(ownHostOnly(options))
  route(routes, getLiveness, () => ({ status: 'ok' }))
  return routes
}
