import { includesRole } from '../../../contract/gateway/roles.ts'
import { useSession } from '../use-session.ts'

/** Whether whoever is signed in sees only the sessions to judge; false while that is not known. */
export function useIsReviewer(): boolean {
  const session = useSession()
  return session?.role != null && !includesRole(session.role, 'viewer')
}
