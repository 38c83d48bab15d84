import type { Context } from 'hono'
import type { Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import type { EmbedUpstream } from '../embed-upstream.ts'
import { ownsThread, type VisitorRow } from './visitor-store.ts'

/** Who asks, and on which embed. */
export interface Visit {
  embed: Embed
  visitor: VisitorRow
  /** Where the visitor is on the site; null where that is not told or not to be known. */
  page: string | null
}

/** What the calls of a visit work with. */
export interface VisitDeps {
  database: Database
  upstream: EmbedUpstream
  now: () => Date
  visitOf(context: Context): Visit
  /** Throws a TooManyError where too much comes from one network address. */
  admit(context: Context): Promise<void>
}

/** The agent server behind the embed, as visitors may call it. */
export function agentOf({ upstream }: VisitDeps, { embed }: Visit): Promise<Transport> {
  return upstream.agent(embed.connection_id, embed.deployment_id, 'visitor')
}

/** The visit and the agent server behind it; 404 for a thread that is not the visitor's own. */
export async function enterThread(
  deps: VisitDeps,
  context: Context,
  threadId: string,
): Promise<Visit & { agent: Transport }> {
  const visit = deps.visitOf(context)
  if (!(await ownsThread(deps.database, visit.visitor, threadId))) {
    throw new HttpError(404, 'There is no such conversation.')
  }
  return { ...visit, agent: await agentOf(deps, visit) }
}

/** Passes the server's refusal on with its status; a visitor reads no word of its inside. */
export async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error) : error
  }
}

/** A server's refusal as a visitor may read it, with its status where that says something. */
export function refusalOf(error: ApiError): HttpError {
  if (error.status === 404) return new HttpError(404, 'There is no such conversation or answer.')
  if (error.status === 409) return new HttpError(409, 'Something else is going on here. Try again.')
  if (error.status === 410) return new HttpError(410, 'This has run out.')
  if (error.status === 422) return new HttpError(422, 'The chat could not take this.')
  if (error.status === 429) return new HttpError(429, 'There is too much to do. Try again shortly.')
  return new HttpError(502, 'The chat cannot be reached at the moment.')
}
