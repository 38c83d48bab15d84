/**
 * What a person may do, each all that the one before may: a reviewer judges the QA sessions that name
 * them and sees nothing else, a viewer reads everything and follows runs, an operator runs, cancels and deploys, an
 * administrator manages connections, keys and users.
 */
export const roles = ['reviewer', 'viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether a role includes all that another may. A role of a newer server includes nothing. */
export function includesRole(role: string | null | undefined, needed: Role): boolean {
  const rank: readonly string[] = roles
  return rank.indexOf(role ?? '') >= rank.indexOf(needed)
}
