import { includesRole, type Role } from '../../../contract/gateway/roles.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** What a provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>

/** A claim by its whole name (some are addresses), else by its place: `realm_access.roles`. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Claims)[part]
  }
  return found
}

/** The values of the claim that roles come from; one text counts as a list of one. */
export function roleValues(claims: Claims, { roleClaim }: ProviderSettings): string[] {
  return [claimAt(claims, roleClaim)].flat().filter((value) => typeof value === 'string')
}

/** The highest role that a person's values give, else the default one; null for nobody of ours. */
export function roleOf(claims: Claims, settings: ProviderSettings): Role | null {
  const values = roleValues(claims, settings)
  const given = settings.roles.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  if (given.length === 0) return settings.defaultRole
  return given.reduce((highest, one) => (includesRole(one, highest) ? one : highest))
}

/** A sign-in name of what the provider calls a person, by the rules for such names. */
export function nameOf(claims: Claims, settings: ProviderSettings): string {
  const told = [settings.nameClaim, 'email', 'sub']
    .map((name) => claimAt(claims, name))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
  const name = (told ?? '')
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._@-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, longestName)
  return name || 'user'
}

/** Leaves room for a number behind it. */
const longestName = 58
