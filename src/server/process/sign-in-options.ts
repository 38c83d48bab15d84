import type { Role } from '../../contract/gateway/roles.ts'
import { StartError } from '../start-error.ts'
import type { ServerConfig } from './config.ts'
import type { ServerOptions } from './server-options.ts'

/** How people sign in, of the settings. Throws a StartError where nobody could, or a setting lacks another. */
export function signInOptions(
  config: ServerConfig,
): Pick<ServerOptions, 'provider' | 'hasPasswords' | 'hasSignIn'> {
  const { oidc_issuer: issuer, oidc_client_id: clientId, auth: hasSignIn } = config
  if (!hasSignIn && (config.password !== null || issuer !== null)) {
    throw new StartError(
      `Nobody is to sign in (--no-auth, or QUARTERDECK_AUTH=false), but ${issuer === null ? 'QUARTERDECK_PASSWORD' : 'QUARTERDECK_OIDC_ISSUER'} is set. Leave out one of the two.`,
    )
  }
  if (issuer === null) {
    if (clientId !== null || config.oidc_roles !== null) {
      throw new StartError(
        'QUARTERDECK_OIDC_ISSUER is missing: without it the other settings of the sign-in provider mean nothing.',
      )
    }
    if (!config.password_sign_in) {
      throw new StartError(
        'QUARTERDECK_PASSWORD_SIGN_IN is false, and no QUARTERDECK_OIDC_ISSUER is set: nobody could sign in.',
      )
    }
    return { provider: null, hasPasswords: true, hasSignIn }
  }
  if (clientId === null) {
    throw new StartError(
      'QUARTERDECK_OIDC_CLIENT_ID is missing: the provider knows this server by it.',
    )
  }
  const roles = rolesOf(config.oidc_roles)
  const defaultRole = config.oidc_default_role === 'none' ? null : config.oidc_default_role
  if (roles.length === 0 && defaultRole === null) {
    throw new StartError(
      'The sign-in provider would let nobody in: set QUARTERDECK_OIDC_ROLES, or QUARTERDECK_OIDC_DEFAULT_ROLE.',
    )
  }
  return {
    hasSignIn,
    hasPasswords: config.password_sign_in,
    provider: {
      name: config.oidc_name ?? new URL(issuer).host,
      issuer,
      clientId,
      clientSecret: config.oidc_client_secret,
      scopes: config.oidc_scopes,
      nameClaim: config.oidc_name_claim,
      roleClaim: config.oidc_role_claim,
      roles,
      defaultRole,
    },
  }
}

/** `deck-admins=admin, staff=viewer`; the last “=” parts them, and %2C is a comma of a group. */
function rolesOf(text: string | null): { value: string; role: Role }[] {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=')
    const group = pair.slice(0, at).trim()
    try {
      // The setting's pattern knows the roles.
      return { value: decodeURIComponent(group), role: pair.slice(at + 1).trim() as Role }
    } catch {
      throw new StartError(
        `QUARTERDECK_OIDC_ROLES: write “${group}” with %25 for each percent sign.`,
      )
    }
  })
}
