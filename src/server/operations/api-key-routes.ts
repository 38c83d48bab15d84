import type { Hono } from 'hono'
import { getApiKey, rotateApiKey } from '../../contract/gateway/api-key.ts'
import { route } from '../http/route.ts'
import type { OwnApiKey } from '../secrets/api-key.ts'

/** The key of this server's API, on the gateway's routes, whose rules guard it. */
export function apiKeyRoutes(routes: Hono, apiKey: OwnApiKey): void {
  route(routes, getApiKey, () => apiKey.state())
  route(routes, rotateApiKey, async ({ context }) => {
    context.header('Cache-Control', 'no-store')
    const key = await apiKey.rotate()
    return { ...(await apiKey.state()), key }
  })
}
