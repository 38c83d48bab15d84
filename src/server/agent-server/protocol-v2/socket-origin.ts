import type { MiddlewareHandler } from 'hono'
import { HttpError } from '../../http/http-error.ts'
import { asksForSocket } from '../../http/web-sockets.ts'

/**
 * Browsers open WebSockets for a page of any origin, ask nobody before, and send the cookies of this one. Here the page
 * has to be one that may call the agent server (`http.cors` of its project, which has been asked), and its cookies count
 * only where it may send some.
 */
export function checkSocketOrigin(): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin')
    if (origin === undefined || !asksForSocket(context)) return next()
    const hosts = [context.req.header('host'), context.req.header('x-forwarded-host')]
    // No page can choose these headers.
    if (URL.canParse(origin) && hosts.includes(new URL(origin).host)) return next()
    const { headers } = context.res
    const allowed = headers.get('access-control-allow-origin')
    if (allowed !== '*' && allowed !== origin) {
      throw new HttpError(403, `Pages of ${origin} may not call this agent server.`)
    }
    if (headers.get('access-control-allow-credentials') !== 'true') {
      const { raw } = context.req
      const left = new Headers(raw.headers)
      left.delete('cookie')
      context.req.raw = new Request(raw, { headers: left })
    }
    return next()
  }
}
