import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, paging, queryBoolean, queryInteger } from '../query.ts'
import { providerId } from './oauth-providers.ts'

/** Whoever the calling application says its user is; it means nothing to this server. */
const person = z
  .string()
  .check(z.trim(), z.minLength(1, 'This must not be empty.'), z.maxLength(200))
const scope = z
  .string()
  .check(
    z.regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/, 'A scope is one word without quotes and spaces.'),
  )

/** False leaves the access token out of the answer (ours), for callers that must not see it. */
const includeToken = z.optional(queryBoolean)

const AuthAuthenticateRequest = z.strictObject({
  user_id: person,
  /** A connection with an agent's id is that agent's alone; without one it is the user's everywhere. */
  agent_id: z.nullish(person),
  /** The provider's `provider_id`. */
  provider: providerId,
  scopes: z.array(scope).check(z.maxLength(100)),
  /** Published; of no effect here. */
  use_agent_builder_public_oauth: z.optional(z.boolean()),
})
export type AuthAuthenticateRequest = z.output<typeof AuthAuthenticateRequest>

/** `completed` with a `token`, or `pending` with the `url` that the person must open, and an `auth_id`. */
const AuthAuthenticateResponse = z.looseObject({
  status: z.string(),
  url: z.nullish(z.string()),
  auth_id: z.nullish(z.string()),
  token: z.nullish(z.string()),
})
export type AuthAuthenticateResponse = z.infer<typeof AuthAuthenticateResponse>

const AuthWaitResponse = z.looseObject({
  /** `completed`, `pending`, `timeout` or `not_found`. */
  status: z.string(),
  token: z.nullish(z.string()),
})
export type AuthWaitResponse = z.infer<typeof AuthWaitResponse>

/**
 * A user's access token where there is a good one (refreshed when it is about to end), else the
 * beginning of an authorization: the person opens `url` within ten minutes, `waitForAuthentication`
 * tells the end. 404 for an unknown provider, 422 for bad input, 502 when the provider does not do
 * its part (its own words are not passed on).
 */
export const authenticate = endpoint({
  name: 'authenticate',
  area: 'control-plane',
  method: 'POST',
  path: '/v2/auth/authenticate',
  role: 'operator',
  isAudited: true,
  query: z.strictObject({ include_token: includeToken }),
  body: AuthAuthenticateRequest,
  response: AuthAuthenticateResponse,
})

/**
 * Answers as soon as the authorization has ended, or after `timeout` seconds (0 to 600, 300 when
 * absent) with `timeout`; with 0 it tells at once, `pending` included. An authorization that was
 * refused, failed or ran out is 409, with the reason in `detail`.
 */
export const waitForAuthentication = endpoint({
  name: 'waitForAuthentication',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/wait/{auth_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ auth_id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  query: z.strictObject({ timeout: z.optional(queryInteger(0, 600)), include_token: includeToken }),
  response: AuthWaitResponse,
})

/**
 * Where the provider sends the person's browser back to: needs no key, since `state` names the
 * authorization, once. Answers a small HTML page, whatever happened.
 */
export const oauthCallback = endpoint({
  name: 'oauthCallback',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/callback/{provider_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ provider_id: providerId }),
  query: z.looseObject({}),
  auth: 'none',
})

/** A user who gave access (ours: the published API has no list). Tokens are never told here. */
export const OAuthConnection = z.looseObject({
  id: z.string(),
  /** The provider's `provider_id`. */
  provider: z.string(),
  user_id: z.string(),
  agent_id: z.nullable(z.string()),
  /** What the provider granted; what was asked for where it did not say. */
  scopes: z.array(z.string()),
  /** When the access token ends; null where the provider did not say. */
  expires_at: z.nullable(z.string()),
  /** True when a new access token can be had without the person. */
  is_refreshable: z.boolean(),
  created_at: z.string(),
  /** When a token was last received. */
  updated_at: z.string(),
})
export type OAuthConnection = z.infer<typeof OAuthConnection>

/** Ours: newest first. */
export const listOAuthConnections = endpoint({
  name: 'listOAuthConnections',
  area: 'control-plane',
  method: 'GET',
  path: '/v2/auth/connections',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    ...paging,
    provider: z.optional(providerId),
    user_id: z.optional(z.string()),
  }),
  response: z.array(OAuthConnection),
})

/**
 * Ours: forgets a user's tokens; where the provider told how to, they are revoked there as well, and
 * `is_revoked` is true when it said yes. 404 when there is no such connection.
 */
export const deleteOAuthConnection = endpoint({
  name: 'deleteOAuthConnection',
  area: 'control-plane',
  method: 'DELETE',
  path: '/v2/auth/connections/{connection_id}',
  role: 'operator',
  isAudited: true,
  params: z.object({ connection_id: id }),
  response: z.looseObject({ is_revoked: z.boolean() }),
})
