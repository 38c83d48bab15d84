import type { Context, Hono } from 'hono'
import {
  createApiToken,
  deleteApiToken,
  listApiTokens,
} from '../../../contract/gateway/api-tokens.ts'
import type { Database } from '../../db/database.ts'
import { invalidField } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { requestFacts } from '../request-facts.ts'
import { addApiToken, listApiTokenRows, removeApiToken } from './api-tokens.ts'

/** What a program sends instead of a session's cookie. */
export function bearerOf(context: Context): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
}

/** Tokens of programs. */
export function apiTokenRoutes(
  routes: Hono,
  deps: { database: Database; now: () => Date; onSecret: (secret: string) => void },
): void {
  const { database, now } = deps
  route(routes, listApiTokens, () => listApiTokenRows(database))
  route(
    routes,
    createApiToken,
    async ({ body, context }) => {
      const at = now()
      const expiresAt = body.expires_at ?? null
      if (expiresAt !== null && expiresAt <= at) {
        throw invalidField(['body', 'expires_at'], 'This is over already.')
      }
      const createdBy = requestFacts(context).signedIn().user?.name ?? null
      const made = await addApiToken(database, { ...body, createdBy, at, expiresAt })
      deps.onSecret(made.token)
      return made
    },
    { status: 201 },
  )
  route(routes, deleteApiToken, ({ params }) => removeApiToken(database, params.token_id))
}
