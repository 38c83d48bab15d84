import type { Hono } from 'hono'
import {
  createOAuthProvider,
  deleteOAuthProvider,
  getOAuthProvider,
  listOAuthProviders,
  patchOAuthProvider,
} from '../../../contract/control-plane/oauth-providers.ts'
import { route } from '../../http/route.ts'
import type { Providers } from './providers.ts'

/** What operators do with OAuth providers. */
export function mountProviders(routes: Hono, providers: Providers): void {
  route(routes, listOAuthProviders, () => providers.list())
  route(routes, createOAuthProvider, ({ body }) => providers.create(body))
  route(routes, getOAuthProvider, ({ params }) => providers.get(params.provider_id))
  route(routes, patchOAuthProvider, ({ params, body }) => providers.patch(params.provider_id, body))
  route(routes, deleteOAuthProvider, async ({ params }) => {
    await providers.delete(params.provider_id)
    return {}
  })
}
