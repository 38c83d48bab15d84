import type { Context } from 'hono'
import { beginProviderSignIn, endProviderSignIn } from '../../contract/gateway/provider-sign-in.ts'
import { addressedEndpoint } from './forward/addressed-endpoint.ts'
import { accessTo } from './operators/access.ts'

/** The two addresses of a sign-in by a provider. */
export function isProviderSignIn(path: string): boolean {
  return path === beginProviderSignIn.path || path === endProviderSignIn.path
}

/** What a request is for, and who may ask for that. */
export function addressIn({ req }: Context) {
  const addressed = addressedEndpoint(req.method, req.path)
  const access = accessTo(addressed, req.method, new URL(req.url).searchParams)
  return { addressed, access }
}
