import { getPath } from 'hono/utils/url'

/**
 * Which path answers a request: programs may name the tracing service by the root of its address as well, where pages
 * of the console have the same names. What carries a key is no page that a browser opens.
 */
export function pathOfService(request: Request): string {
  const path = getPath(request)
  const isOfService = /^\/(feedback|info|runs|sessions)(\/|$)/.test(path)
  return isOfService && request.headers.has('x-api-key') ? `/api/v1${path}` : path
}
