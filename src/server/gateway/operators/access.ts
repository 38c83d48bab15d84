import type { Endpoint } from '../../../contract/endpoint.ts'
import { includesRole, type Role } from '../../../contract/gateway/roles.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Addressed } from '../forward/addressed-endpoint.ts'

/** What one request to the gateway needs, and whether the audit log keeps it. */
export type NeededAccess = Pick<Endpoint, 'role' | 'isAudited'>

/**
 * Who may make a request: whoever its endpoint names. A query that binds a run to its listener, who cancels
 * it by leaving, makes a write of any read. What is forwarded and has no endpoint is a write unless it
 * is a GET, and needs what the nearest writes above it need, so that a viewer writes nowhere; a read likewise.
 */
export function accessTo(
  { endpoint, above }: Pick<Addressed, 'endpoint' | 'above'>,
  method: string,
  query: URLSearchParams,
): NeededAccess {
  const bindsRun = ['cancel_on_disconnect', 'on_disconnect'].some((name) => query.has(name))
  if (endpoint) {
    if (!bindsRun || endpoint.method !== 'GET') return endpoint
    return { role: higher(endpoint.role, 'operator'), isAudited: true }
  }
  const isWrite = bindsRun || (method !== 'GET' && method !== 'HEAD')
  const alike = above
    .map((place) => place.filter(({ isAudited }) => isAudited === isWrite))
    .find((place) => place.length > 0)
  const role = (alike ?? []).reduce(
    (highest: Role, one) => higher(one.role, highest),
    isWrite ? 'operator' : 'viewer',
  )
  return { role, isAudited: isWrite }
}

function higher(role: Endpoint['role'], other: Role): Role {
  return role !== 'anyone' && includesRole(role, other) ? role : other
}

const reviewersMayNot =
  'Your role is reviewer, which judges the sessions that name you and sees nothing else.'

const mayNot: Record<Role, string> = {
  reviewer: 'You may not look at this.',
  viewer: reviewersMayNot,
  operator:
    'Your role is viewer, which may look at everything but change nothing. Ask for the role operator.',
  admin: 'Only administrators may do this: connections, alert rules, keys and users are theirs.',
}

/** 403 with a sentence when the role does not suffice. */
export function requireRole(role: string, needed: Role): void {
  if (includesRole(role, needed)) return
  throw new HttpError(403, role === 'reviewer' ? reviewersMayNot : mayNot[needed])
}
