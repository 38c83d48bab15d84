import type { Role } from '../../../contract/gateway/roles.ts'

/** The provider of OpenID Connect that signs people in, as the settings name it. */
export interface ProviderSettings {
  /** What people read on the button. */
  name: string
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  scopes: string
  /** The claim that holds a person's groups or roles there; `a.b` is `b` in `a`. */
  roleClaim: string
  /** Which value of that claim gives which role here. */
  roles: readonly { value: string; role: Role }[]
  /** The role of people without such a value; null refuses them. */
  defaultRole: Role | null
  /** The claim that users are named by. */
  nameClaim: string
}
