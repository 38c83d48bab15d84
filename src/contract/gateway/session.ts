import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { password } from './users.ts'

/** Whether the operator has to sign in and has, and what they may do. */
export const SessionState = z.looseObject({
  required: z.boolean(),
  signed_in: z.boolean(),
  /** One of `roles`; null before signing in. Where nobody has to sign in everybody is an administrator. */
  role: z.nullish(z.string()),
  /** Who signed in; null where nobody has to, and for whoever started the server. */
  user: z.nullish(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      /** The password is the one of QUARTERDECK_PASSWORD, and can be changed only there. */
      is_from_environment: z.optional(z.boolean()),
      /** The provider signs them in, and says what they may do. */
      is_from_provider: z.optional(z.boolean()),
      /** False for whoever has none, which is told of people of the provider's only. */
      has_password: z.optional(z.boolean()),
    }),
  ),
  expires_at: z.nullish(z.string()),
  /** Signs people in, beside passwords or in their place; absent where none does. */
  provider: z.optional(
    z.looseObject({
      name: z.string(),
      /** Where a browser goes, with the path to come back to as `return_to`. */
      sign_in_url: z.string(),
    }),
  ),
  /** False where nobody signs in with a password. */
  has_passwords: z.optional(z.boolean()),
  /** True where the server belongs to whoever started it, who signs in by an address that it gives them. */
  by_address: z.optional(z.boolean()),
  /** Where a browser goes after signing out, to be signed out at the provider too. */
  sign_out_url: z.optional(z.string()),
  /** True where the server was started with `--faults`. */
  has_faults: z.optional(z.boolean()),
})

export type SessionState = z.infer<typeof SessionState>

export const getSession = endpoint({
  name: 'getSession',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/session',
  role: 'anyone',
  isAudited: false,
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
  role: 'anyone',
  isAudited: true,
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
  role: 'anyone',
  isAudited: true,
  response: SessionState,
})

/** Changes one's own password and ends one's other sessions. 204; 403 when the current one is wrong. */
export const changePassword = endpoint({
  name: 'changePassword',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/session/password',
  role: 'reviewer',
  isAudited: true,
  body: z.strictObject({
    current_password: z.string().check(z.minLength(1), z.maxLength(1_000)),
    new_password: password,
  }),
  response: noContent,
})
