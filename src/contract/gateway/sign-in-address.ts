import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SessionState } from './session.ts'

/**
 * Takes the token of an address that the server has made for whoever started it, and sets the session's cookie. A token
 * works once: 401 for one that was used, is older than a day or was never made; 404 where people sign in otherwise.
 */
export const createOwnerSession = endpoint({
  name: 'createOwnerSession',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/session/owner',
  role: 'anyone',
  isAudited: true,
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: SessionState,
})

/** Another address that signs in once; 404 where people sign in otherwise. */
export const createSignInAddress = endpoint({
  name: 'createSignInAddress',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/session/addresses',
  role: 'admin',
  isAudited: true,
  response: z.looseObject({ url: z.string() }),
})
