import { type Role, roles } from '../../contract/gateway/roles.ts'

export const roleWords: Record<Role, { title: string; description: string }> = {
  reviewer: {
    title: 'Reviewer',
    description: 'Judges the QA sessions that name them, and sees nothing else',
  },
  viewer: { title: 'Viewer', description: 'Reads everything and follows runs' },
  operator: { title: 'Operator', description: 'Also runs, cancels and deploys' },
  admin: { title: 'Administrator', description: 'Also manages connections, keys and users' },
}

/** A role in words; the word of a newer server as it is. */
export function roleText(role: string): string {
  return Object.hasOwn(roleWords, role) ? roleWords[role as Role].title : role
}

/** The roles that a list can be filtered by. */
export const roleOptions = [
  { value: 'any', label: 'Any role' },
  ...roles.map((role) => ({ value: role, label: roleText(role) })),
]
