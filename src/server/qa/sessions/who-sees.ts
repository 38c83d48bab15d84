import { HttpError } from '../../http/http-error.ts'
import type { SessionRow } from './session-store.ts'

/** The name under which somebody judges where nobody has to sign in. */
const nobody = 'somebody'

/** Under which name someone judges. */
export const reviewerName = (name: string | null) => name ?? nobody

/** Whether somebody is to judge a session: all who may, where it names nobody. */
export function isReviewer({ reviewers }: SessionRow, reviewer: string): boolean {
  return reviewers.length === 0 || reviewers.includes(reviewer)
}

/** Whether somebody judges it blind: until it is closed, or they have looked, nothing tells them which target is which. */
export function isBlindTo(session: SessionRow, reviewer: string): boolean {
  if (!session.is_blind || session.status === 'closed') return false
  const hasLooked = session.looks.some((look) => look.reviewer === reviewer)
  return !hasLooked && isReviewer(session, reviewer)
}

/** Throws 403 for whoever judges it blind. */
export function refuseBlind(session: SessionRow, reviewer: string): void {
  if (!isBlindTo(session, reviewer)) return
  throw new HttpError(
    403,
    'You judge this session blind. What it came to can be seen once it is closed, or when you look early, which is kept.',
  )
}
