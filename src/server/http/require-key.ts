import type { MiddlewareHandler } from 'hono'
import { isSameSecret } from '../secrets/secret-box.ts'
import { HttpError } from './http-error.ts'

/**
 * Lets a request pass that carries the key as `X-Api-Key` or as `Authorization: Bearer` (§5.3), and
 * refuses every other with 401. The comparison takes the same time whatever was given.
 */
export function requireKey(apiKey: string): MiddlewareHandler {
  return async (context, next) => {
    const bearer = /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
    const given = [context.req.header('x-api-key'), bearer].filter((key) => key !== undefined)
    if (given.length === 0) throw new HttpError(401, 'Send the API key as the header X-Api-Key.')
    if (!given.some((key) => isSameSecret(key, apiKey))) {
      throw new HttpError(401, 'The API key is not valid here.')
    }
    await next()
  }
}
