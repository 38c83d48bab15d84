import type { Hono } from 'hono'
import {
  authenticate,
  deleteOAuthConnection,
  listOAuthConnections,
  oauthCallback,
  waitForAuthentication,
} from '../../../contract/control-plane/oauth-connections.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { faultOf } from '../../outgoing/provider-fault.ts'
import { providerFetch } from '../../outgoing/provider-fetch.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { Authorizations } from './authorizations.ts'
import { htmlAnswer } from './callback-page.ts'
import { lookedAt } from './callback-pages.ts'
import { deleteConnection, findConnectionById, listConnections } from './connection-store.ts'
import { findProviderRecord } from './provider-store.ts'
import { Registrations } from './registration.ts'
import { UserTokens } from './user-tokens.ts'

/** Mounts the flow with providers and the connections that come of it; `stop` lets those who wait go. */
export function mountOAuth(
  routes: Hono,
  deps: {
    database: Database
    secretBox: SecretBox
    /** {base_url} as a person's browser reaches it, without a slash at its end. */
    baseUrl: string
    /** Addresses that are connected to in no case: link-local ones, metadata services. */
    isForbidden: (ip: string) => boolean
    now: () => Date
    report: (error: Error) => void
  },
): { stop(): void } {
  const { database } = deps
  const fetch = providerFetch(deps.isForbidden)
  const tokens = new UserTokens({ ...deps, fetch })
  const registrations = new Registrations({ ...deps, fetch })
  const authorizations = new Authorizations({ ...deps, fetch, tokens, registrations })

  route(routes, authenticate, async ({ query, body }) => {
    return shown(await authorizations.authenticate(body), query)
  })
  route(routes, waitForAuthentication, async ({ params, query, context }) => {
    const timeoutMs = (query.timeout ?? 300) * 1000
    const { signal } = context.req.raw
    return shown(await authorizations.wait(params.auth_id, timeoutMs, signal), query)
  })
  route(routes, oauthCallback, async ({ params, context }) => {
    // A look at the address must not use up what can be used once.
    if (context.req.method === 'HEAD') return htmlAnswer(lookedAt)
    const one = (name: string) => {
      const values = context.req.queries(name) ?? []
      return values.length === 1 ? values[0] : undefined
    }
    const answer = { state: one('state'), code: one('code'), error: one('error'), iss: one('iss') }
    return htmlAnswer(await authorizations.answer(params.provider_id, answer))
  })

  route(routes, listOAuthConnections, ({ query }) =>
    listConnections(database, {
      provider: query.provider,
      user_id: query.user_id,
      limit: query.limit ?? 100,
      offset: query.offset ?? 0,
    }),
  )
  route(routes, deleteOAuthConnection, async ({ params }) => {
    const connection = await findConnectionById(database, params.connection_id)
    const provider = connection && (await findProviderRecord(database, connection.provider))
    if (!connection || !provider) throw new HttpError(404, 'There is no such connection.')
    // What is forgotten here is no use to anybody here, whatever the provider says to it.
    await deleteConnection(database, connection.id)
    const is_revoked = await tokens.revoke(provider, connection).catch((error: unknown) => {
      if (faultOf(error, provider.name) === null) throw error
      return false
    })
    return { is_revoked }
  })
  return { stop: () => authorizations.stop() }
}

function shown<Answer extends { token?: string | null | undefined }>(
  answer: Answer,
  query: { include_token?: boolean | undefined },
): Answer {
  return query.include_token === false ? { ...answer, token: null } : answer
}
