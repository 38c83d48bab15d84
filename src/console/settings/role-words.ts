import { type Role, roles } from '../../contract/users.ts'

const words: Record<Role, { label: string; description: string }> = {
  viewer: { label: 'Viewer', description: 'Reads everything and follows runs' },
  operator: { label: 'Operator', description: 'Also runs, cancels and deploys' },
  admin: { label: 'Administrator', description: 'Also manages connections, keys and users' },
}

/** The roles to choose from. */
export const roleOptions = roles.map((role) => ({ value: role, ...words[role] }))

/** A role in words; the word of a newer server as it is. */
export function roleText(role: string): string {
  return roleOptions.find(({ value }) => value === role)?.label ?? role
}
