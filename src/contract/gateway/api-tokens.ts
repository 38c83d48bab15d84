import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id, moment } from '../query.ts'
import { roles } from './roles.ts'
import { userName } from './users.ts'

const shape = {
  id: z.string(),
  name: z.string(),
  /** One of `roles`. */
  role: z.string(),
  /** The name of whoever made it; null where nobody had to sign in. */
  created_by: z.nullish(z.string()),
  created_at: z.string(),
  /** Null for one that does not end by itself. */
  expires_at: z.nullish(z.string()),
  /** To the minute. */
  last_used_at: z.nullish(z.string()),
}

/** What a program signs in with at the gateway, as `Authorization: Bearer`, instead of a user's session. */
export const ApiToken = z.looseObject(shape)
export type ApiToken = z.infer<typeof ApiToken>

/** Administrators only, like everything about tokens. By name. */
export const listApiTokens = endpoint({
  name: 'listApiTokens',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/tokens',
  role: 'admin',
  isAudited: false,
  response: z.array(ApiToken),
})

/** Answers 201 and the token itself, which nobody can read again; 409 when the name is taken. */
export const createApiToken = endpoint({
  name: 'createApiToken',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/tokens',
  role: 'admin',
  isAudited: true,
  body: z.strictObject({
    name: userName,
    role: z.enum(roles),
    expires_at: z.nullish(moment),
  }),
  response: z.looseObject({ ...shape, token: z.string() }),
})

/** From now on it signs nobody in. 204. */
export const deleteApiToken = endpoint({
  name: 'deleteApiToken',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/tokens/{token_id}',
  role: 'admin',
  isAudited: true,
  params: z.object({ token_id: id }),
  response: noContent,
})
