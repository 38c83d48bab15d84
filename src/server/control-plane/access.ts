import type { MiddlewareHandler } from 'hono'
import { HttpError } from '../http/http-error.ts'
import type { ApiKey } from '../http/require-key.ts'
import { isSameSecret } from '../same-secret.ts'

/**
 * Authentication of the control plane (§5). The key counts as `X-Api-Key` (§5.1) and as
 * `Authorization: Bearer` on every endpoint.
 *
 * The third alternative that the provider endpoint declares (§5.2), the tenant id, is accepted for
 * reading OAuth providers only: it is as unguessable as a key (a random UUID, told to nobody
 * without a key), but it is an identifier, and those end up in places where no key would.
 *
 * An OAuth provider sends people's browsers to the callback, which has no key: `state` stands in for it.
 */
export function requireAccess(credentials: {
  apiKey: ApiKey
  tenantId: string
}): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const path = req.path.slice(req.path.indexOf('/v2/'))
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (isRead && /^\/v2\/auth\/callback\/[^/]+$/.test(path)) return next()
    // The address of an upload has a token of its own, which is looked at where it is taken.
    const isUpload = req.method === 'PUT' && /^\/v2\/source-archives\/[^/]+$/.test(path)
    if (isUpload && req.query('token') !== undefined) return next()
    const isProviderRead = isRead && /^\/v2\/auth\/providers(\/[^/]*)?$/.test(path)
    const bearer = /^Bearer\s+(\S+)$/i.exec(req.header('authorization') ?? '')?.[1]
    const keys = [req.header('x-api-key'), bearer]
    const tenant = req.header('x-tenant-id')
    const isAllowed =
      keys.some((key) => key !== undefined && isSameSecret(key, credentials.apiKey())) ||
      (isProviderRead && tenant !== undefined && isSameSecret(tenant, credentials.tenantId))
    if (!isAllowed) {
      const isGiven = keys.some((key) => key !== undefined) || (isProviderRead && tenant)
      throw new HttpError(
        401,
        isGiven
          ? 'The credential is not valid here. Send the key that the server printed at its start as X-Api-Key.'
          : 'Send the API key as the header X-Api-Key. The server printed it at its start.',
      )
    }
    await next()
  }
}
