import { includesRole } from '../../contract/gateway/roles.ts'
import { HttpError } from '../http/http-error.ts'
import type { SessionRow } from './session-store.ts'

/** Who asks. */
export interface Reader {
  /** The name that their verdicts are kept under. */
  name: string
  role: string
}

/**
 * Where nobody signs in under a name, people judge under the one that they say, or under one for all.
 * @param said who a browser says to be
 */
export function readerOf(
  { user, role }: { user: { name: string } | null; role: string },
  said: string | null,
): Reader {
  return { name: user?.name ?? said ?? 'somebody', role }
}

/** Whether a session names somebody. */
function isNamed({ reviewers }: SessionRow, { name }: Reader): boolean {
  return reviewers.includes(name)
}

/** Whether somebody is to judge a session: whoever it names, whatever their role; every operator, where it names nobody. */
export function isReviewer(session: SessionRow, reader: Reader): boolean {
  if (session.reviewers.length > 0) return isNamed(session, reader)
  return includesRole(reader.role, 'operator')
}

/** Whether somebody judges it blind: until it is closed, or they have looked, nothing tells them which target is which. */
export function isBlindTo(session: SessionRow, reader: Reader): boolean {
  if (!session.is_blind || session.status === 'closed') return false
  const hasLooked = session.looks.some((look) => look.reviewer === reader.name)
  return !hasLooked && isReviewer(session, reader)
}

/**
 * Whether targets, attempts and results are kept from somebody: from whoever judges blind, and until the session is
 * closed from the role reviewer, who is to judge what was said without being told what others and the checks make of it.
 */
export function isHiddenFrom(session: SessionRow, reader: Reader): boolean {
  if (isBlindTo(session, reader)) return true
  return session.status !== 'closed' && !includesRole(reader.role, 'viewer')
}

/** Throws 403 where the role reviewer is not named. */
export function requireSeen(session: SessionRow, reader: Reader): void {
  if (includesRole(reader.role, 'viewer') || isNamed(session, reader)) return
  throw new HttpError(403, 'This session does not name you. You see those that do.')
}

/** Throws 403 where it is hidden. */
export function refuseHidden(session: SessionRow, reader: Reader): void {
  requireSeen(session, reader)
  if (!isHiddenFrom(session, reader)) return
  throw new HttpError(
    403,
    !includesRole(reader.role, 'operator')
      ? 'You judge this session. What it came to can be seen once it is closed.'
      : 'You judge this session blind. What it came to can be seen once it is closed, or when you look early, which is kept.',
  )
}
