import { includesRole, type Role } from '../../../contract/gateway/roles.ts'
import { useSession } from '../use-session.ts'

/** Why whoever is signed in may not do what needs this role, or undefined. */
export function useRefusal(needed: Exclude<Role, 'reviewer' | 'viewer'>): string | undefined {
  const session = useSession()
  if (!session || includesRole(session.role, needed)) return undefined
  return `This needs the role ${needed}. You are signed in as ${session.role ?? 'nobody'}.`
}
