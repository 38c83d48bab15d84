import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Whether the operator has to sign in, and has. */
const SessionState = z.looseObject({ required: z.boolean(), signed_in: z.boolean() })

export const getSession = endpoint({
  name: 'getSession',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/session',
  response: SessionState,
})

/** Sets the session's cookie. 401 for a wrong password, 429 after too many of them. */
export const createSession = endpoint({
  name: 'createSession',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/session',
  body: z.strictObject({ password: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  response: SessionState,
})

export const deleteSession = endpoint({
  name: 'deleteSession',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/session',
  response: SessionState,
})
