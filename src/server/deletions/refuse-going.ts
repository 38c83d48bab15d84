import type { MiddlewareHandler } from 'hono'
import type { Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { isGoingNow } from './deletion-store.ts'

const uuid = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/|$)'
/** Addresses of what can be brought back, and of all below them. */
const places = [
  new RegExp(`^/gateway/connections/[^/]+/agents/[^/]+/threads/${uuid}`, 'i'),
  new RegExp(`^/gateway/qa/(?:suites|sessions)/${uuid}`, 'i'),
  new RegExp(`^/gateway/embeds/${uuid}`, 'i'),
]

/** Answers 404 for what was deleted in the console, though it is there until its grace is over. */
export function refuseGoing(database: Queryable): MiddlewareHandler {
  return async ({ req }, next) => {
    const id = places.map((place) => place.exec(req.path)?.[1]).find((found) => found !== undefined)
    if (id !== undefined && (await isGoingNow(database, id))) {
      throw new HttpError(404, 'This was deleted.')
    }
    await next()
  }
}
