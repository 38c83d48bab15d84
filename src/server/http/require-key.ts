import type { Context, MiddlewareHandler } from 'hono'
import { isSameSecret } from '../same-secret.ts'
import { HttpError } from './http-error.ts'

/** What opens this server's API at the moment: it may be replaced while the server runs. */
export type ApiKey = () => string

/**
 * Lets a request pass that carries the key as `X-Api-Key` or as `Authorization: Bearer` (§5.3), and
 * refuses every other with 401. The comparison takes the same time whatever was given.
 */
export function checkKey(context: Context, apiKey: ApiKey): void {
  const given = keysIn(context)
  if (given.length === 0) throw new HttpError(401, 'Send the API key as the header X-Api-Key.')
  if (!given.some((key) => isSameSecret(key, apiKey()))) {
    throw new HttpError(401, 'The API key is not valid here.')
  }
}

/** The same before everything below. */
export function requireKey(apiKey: ApiKey): MiddlewareHandler {
  return async (context, next) => {
    checkKey(context, apiKey)
    await next()
  }
}

export function holdsKey(context: Context, apiKey: ApiKey): boolean {
  return keysIn(context).some((key) => isSameSecret(key, apiKey()))
}

/** Whether a header holds the key, in either of its places. */
export function isKey(name: string, value: string, apiKey: ApiKey): boolean {
  const key = keyIn(name.toLowerCase(), value)
  return key !== undefined && isSameSecret(key, apiKey())
}

const places = ['x-api-key', 'authorization']

function keysIn(context: Context): string[] {
  return places.flatMap((name) => keyIn(name, context.req.header(name)) ?? [])
}

function keyIn(name: string, value: string | undefined): string | undefined {
  if (name === 'x-api-key') return value
  return name === 'authorization' ? /^Bearer\s+(\S+)$/i.exec(value ?? '')?.[1] : undefined
}
