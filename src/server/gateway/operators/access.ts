import { includesRole, type Role } from '../../../contract/gateway/users.ts'
import { HttpError } from '../../http/http-error.ts'

/** POST requests that change nothing: they ask with a body. */
const asksByPost =
  /\/(threads\/(search|count)|assistants\/(search|count|[^/]+\/versions)|threads\/[^/]+\/(history|state\/checkpoint)|store\/items\/search|store\/namespaces)$/

/** What only administrators do: connections and their keys, users, tokens, and who did what. */
const administration = [
  /^\/gateway\/(users|tokens|audit)(\/|$)/,
  /^\/gateway\/connections(\/[^/]+)?$/,
  /^\/gateway\/connections\/[^/]+\/control-plane\/v2\/auth\/providers(\/|$)/,
]
/** Administration that others may look at. */
const administrationToRead = /^\/gateway\/connections(\/|$)/

/** Reading this answers addresses by which one can vote. */
const handsOutVotes = /\/tracing\/api\/v1\/feedback\/tokens$/

/**
 * The role that a request to the gateway needs; null when anybody may make it. The one place that
 * says so. An address that nobody thought of here can be read by viewers and changed by operators.
 * @param path without its query
 */
export function neededRole(method: string, path: string, query: URLSearchParams): Role | null {
  if (path === '/gateway/session') return null
  // Everybody's own.
  if (path === '/gateway/session/password') return 'viewer'
  const isReading = isRead(method, path, query)
  if (administration.some((pattern) => pattern.test(path))) {
    return isReading && administrationToRead.test(path) ? 'viewer' : 'admin'
  }
  return isReading && !handsOutVotes.test(path) ? 'viewer' : 'operator'
}

/**
 * Whether a request changes nothing. Not every GET does: a feedback address records, and a join may
 * bind the run to its listener, who cancels it by leaving.
 */
export function isRead(method: string, path: string, query: URLSearchParams): boolean {
  if (method === 'POST') return path.startsWith('/gateway/connections/') && asksByPost.test(path)
  if (method !== 'GET' && method !== 'HEAD') return false
  const bindsRun = ['cancel_on_disconnect', 'on_disconnect'].some((name) => query.has(name))
  return !bindsRun && !/\/tracing\/api\/v1\/feedback\/tokens\/[^/]+$/.test(path)
}

const mayNot: Record<Role, string> = {
  viewer: 'You may not look at this.',
  operator:
    'Your role is viewer, which may look at everything but change nothing. Ask for the role operator.',
  admin: 'Only administrators may do this: connections, keys and users are theirs.',
}

/** 403 with a sentence when the role does not suffice. */
export function requireRole(role: string, needed: Role): void {
  if (!includesRole(role, needed)) throw new HttpError(403, mayNot[needed])
}
