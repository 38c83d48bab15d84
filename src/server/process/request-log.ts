import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { ReadClient } from '../http/client-facts.ts'
import { ignoredFieldsHeader } from '../http/ignored-fields.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Log } from './log.ts'

const ids = new WeakMap<AbortSignal, string>()

/** The status that proxies log for a client that did not wait. */
const clientLeft = 499

/** The id of a request; null for one that did not come through the log. */
export function requestIdOf(request: Request): string | null {
  return ids.get(request.signal) ?? null
}

/**
 * Gives every request an id, which the answer tells as `X-Request-Id` (one that a client sends is kept
 * when it is short and plain), counts it, and logs it when it has been answered: the path without its
 * query, never a header or a body. Reads are logged at `debug`, since consoles poll.
 */
export function logRequests(options: {
  log: Log
  metrics: Pick<Metrics, 'countRequest'>
  readClient: ReadClient
}): MiddlewareHandler {
  const { log, metrics, readClient } = options
  return async (context, next) => {
    const given = context.req.header('x-request-id') ?? ''
    const id = /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
    ids.set(context.req.raw.signal, id)
    const { method, path } = context.req
    const since = performance.now()
    await next()
    context.header('X-Request-Id', id)
    const ms = performance.now() - since
    // Whoever left before the answer made the request fail, which is no fault of the server.
    const hasLeft = context.req.raw.signal.aborted && context.res.status >= 500
    const status = hasLeft ? clientLeft : context.res.status
    metrics.countRequest(method, path, status, ms / 1_000)
    const facts = {
      request_id: id,
      method,
      path: path.slice(0, 500),
      status,
      ms: Math.round(ms),
      address: readClient(context).address,
    }
    const ignored = context.res.headers.get(ignoredFieldsHeader)
    if (ignored) log.debug({ request_id: id, method, path: facts.path, ignored }, 'ignored fields')
    if (status >= 500) log.warn(facts, 'request')
    else if (method === 'GET' || method === 'HEAD') log.debug(facts, 'request')
    else log.info(facts, 'request')
  }
}
