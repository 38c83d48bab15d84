import { includesRole } from '../../contract/users.ts'
import { useSession } from '../shell/use-session.ts'

/** Why this operator may not change connections, or undefined. */
export function useConnectionRefusal(): string | undefined {
  const session = useSession()
  if (!session || includesRole(session.role, 'admin')) return undefined
  return 'Only an administrator can change connections'
}
