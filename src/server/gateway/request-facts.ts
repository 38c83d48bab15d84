import type { Context } from 'hono'
import { HttpError } from '../http/http-error.ts'
import type { Actor } from './operators/sessions.ts'

/** What is known of a request to the gateway while it is answered. */
export interface RequestFacts {
  actor: Actor | null
  /** The name that somebody typed to sign in, that a provider told, or by which a program is called that came with the API key. */
  typedName: string | null
  /** How it ended, where the answer's own status does not say: a browser is led on in any case. */
  outcome: number | null
  /** 401 when nobody is signed in. */
  signedIn(): Actor
}

const facts = new WeakMap<Context, RequestFacts>()

/** The facts of a request, made empty when there are none yet. */
export function requestFacts(context: Context): RequestFacts {
  const known = facts.get(context)
  if (known) return known
  const fresh: RequestFacts = {
    actor: null,
    typedName: null,
    outcome: null,
    signedIn() {
      if (this.actor) return this.actor
      throw new HttpError(401, 'Sign in first.')
    },
  }
  facts.set(context, fresh)
  return fresh
}
