import type { AuthUser } from '../executor/protocol/project-requests.ts'
import type { RunConfig } from '../executor/protocol/run-order.ts'

const prefix = 'langgraph_auth_'

/** A run's config with the user who asks for it, as graphs find it (published). What a caller wrote there goes. */
export function withUser(config: RunConfig | null | undefined, user: AuthUser): RunConfig {
  const own = Object.entries(config?.configurable ?? {}).filter(([key]) => !key.startsWith(prefix))
  return {
    ...config,
    configurable: {
      ...Object.fromEntries(own),
      langgraph_auth_user: user,
      langgraph_auth_user_id: user.identity,
      langgraph_auth_permissions: user.permissions,
    },
  }
}

/** The user of a run's config; undefined where no authorization was asked. */
export function userIn(config: RunConfig | null | undefined): AuthUser | undefined {
  return config?.configurable?.langgraph_auth_user as AuthUser | undefined
}

/** What was asked of a run without the user, who may carry secrets of the project: only the id is shown. */
export function withoutUser<Asked extends { config?: unknown }>(asked: Asked): Asked {
  const { configurable, ...config } = Object(asked.config) as RunConfig
  if (!configurable || !(`${prefix}user` in configurable)) return asked
  const { langgraph_auth_user: _, langgraph_auth_permissions: __, ...shown } = configurable
  return { ...asked, config: { ...config, configurable: shown } }
}
