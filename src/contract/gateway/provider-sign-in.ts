import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'

/** Why a provider signed nobody in. The console has a sentence for each. */
export const signInFaults = [
  /** The provider, or the person there, said no. */
  'refused',
  /** The person has no role here. */
  'no_role',
  /** The user is disabled here. */
  'disabled',
  /** The provider does not answer. */
  'away',
  /** It was not begun in this browser, or too long ago. */
  'state',
  /** The clocks of provider and server differ. */
  'clock',
  /** The provider does not accept this server as its client. */
  'client',
  /** What the provider answered is not right. */
  'answer',
  /** Too many tries that failed. */
  'too_many',
  /** This server failed. */
  'failed',
] as const
export type SignInFault = (typeof signInFaults)[number]

/** The parameter of a page's address that holds one of `signInFaults`. */
export const signInFaultParameter = 'sign_in_fault'

/** Where people are told to go who do not say where. */
const returnTo = z.optional(z.string().check(z.maxLength(1_000)))

/** Leads a browser to the provider of OpenID Connect; 404 where there is none. */
export const beginProviderSignIn = endpoint({
  name: 'beginProviderSignIn',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/session/provider',
  role: 'anyone',
  isAudited: false,
  query: z.strictObject({
    /** A path of the console that was asked for. */
    return_to: returnTo,
  }),
  response: noContent,
})

const word = z.optional(z.string().check(z.maxLength(8_000)))

/**
 * Takes the provider's answer, which a browser brings: sets the session's cookie and leads to the page
 * that was asked for, with `signInFaultParameter` where nobody is signed in.
 */
export const endProviderSignIn = endpoint({
  name: 'endProviderSignIn',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/session/provider/callback',
  role: 'anyone',
  isAudited: true,
  query: z.strictObject({
    code: word,
    state: word,
    iss: word,
    error: word,
    error_description: word,
    error_uri: word,
    session_state: word,
  }),
  response: noContent,
})
