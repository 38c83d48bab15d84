import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'
import { roles } from './roles.ts'

/** An operator of this server. */
export const User = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** One of `roles`. */
  role: z.string(),
  /** Cannot sign in; what they did stays in the audit log. */
  is_disabled: z.boolean(),
  /** The password is the one of QUARTERDECK_PASSWORD, and can be changed only there. */
  is_from_environment: z.boolean(),
  /** The provider of OpenID Connect signs them in, and gives them their role each time. */
  is_from_provider: z.optional(z.boolean()),
  /** When they last signed in. */
  last_signed_in_at: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type User = z.infer<typeof User>

/** Sign-in names: lower case, so that nobody has to remember which. */
export const userName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(
      /^[a-z0-9][a-z0-9._@-]{0,63}$/,
      'Up to 64 letters, digits, dots, dashes, underscores and @; the first a letter or digit.',
    ),
  )

export const password = z
  .string()
  .check(
    z.minLength(8, 'A password has at least eight characters.'),
    z.maxLength(1_000, 'A password has at most a thousand characters.'),
  )

const params = z.object({ user_id: id })

/** Administrators only, like everything about users. */
export const listUsers = endpoint({
  name: 'listUsers',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/users',
  role: 'admin',
  isAudited: false,
  response: z.array(User),
})

/** Answers 201; 409 when the name is taken. */
export const createUser = endpoint({
  name: 'createUser',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/users',
  role: 'admin',
  isAudited: true,
  body: z.strictObject({ name: userName, password, role: z.enum(roles) }),
  response: User,
})

/**
 * A new password, another role and disabling end the user's sessions. 409 when it would leave nobody
 * who can manage users, or for the password of `is_from_environment`.
 */
export const patchUser = endpoint({
  name: 'patchUser',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/users/{user_id}',
  role: 'admin',
  isAudited: true,
  params,
  body: z.strictObject({
    role: z.optional(z.enum(roles)),
    password: z.optional(password),
    is_disabled: z.optional(z.boolean()),
  }),
  response: User,
})

/** 204; 409 for the last administrator. */
export const deleteUser = endpoint({
  name: 'deleteUser',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/users/{user_id}',
  role: 'admin',
  isAudited: true,
  params,
  response: noContent,
})

/** Signs the user out everywhere. 204. */
export const deleteUserSessions = endpoint({
  name: 'deleteUserSessions',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/users/{user_id}/sessions',
  role: 'admin',
  isAudited: true,
  params,
  response: noContent,
})
