import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { password } from './users.ts'

/** Whether the operator has to sign in and has, and what they may do. */
const SessionState = z.looseObject({
  required: z.boolean(),
  signed_in: z.boolean(),
  /** One of `roles`; null before signing in. Where nobody has to sign in everybody is an administrator. */
  role: z.nullish(z.string()),
  /** Who signed in; null where nobody has to. */
  user: z.nullish(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      /** The password is the one of QUARTERDECK_PASSWORD, and can be changed only there. */
      is_from_environment: z.optional(z.boolean()),
    }),
  ),
  expires_at: z.nullish(z.string()),
  /** True where the server was started with `--faults`. */
  has_faults: z.optional(z.boolean()),
})

export const getSession = endpoint({
  name: 'getSession',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/session',
  response: SessionState,
})

/**
 * Sets the session's cookie. Without a name it is the user `admin`, whom QUARTERDECK_PASSWORD makes.
 * 401 for a wrong name or password (it does not tell which), 429 after too many of them.
 */
export const createSession = endpoint({
  name: 'createSession',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/session',
  body: z.strictObject({
    name: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64))),
    password: z.string().check(z.minLength(1), z.maxLength(1_000)),
  }),
  response: SessionState,
})

export const deleteSession = endpoint({
  name: 'deleteSession',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/session',
  response: SessionState,
})

/** Changes one's own password and ends one's other sessions. 204; 403 when the current one is wrong. */
export const changePassword = endpoint({
  name: 'changePassword',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/session/password',
  body: z.strictObject({
    current_password: z.string().check(z.minLength(1), z.maxLength(1_000)),
    new_password: password,
  }),
  response: noContent,
})
