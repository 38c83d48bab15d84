import type { Build } from '../../revisions/build-store.ts'
import type { ProjectConfig } from '../read-config.ts'

/** What a langgraph.json says about who may use its agent, and how. */
export type ProjectRules = Pick<
  Build,
  'auth' | 'http' | 'webhooks' | 'retention' | 'descriptions' | 'ui'
>

/** The rules of a project, without those that it does not have: all that serve a project go by them. */
export function projectRules(config: ProjectConfig): ProjectRules {
  const { auth, http, webhooks, retention, descriptions, ui } = config
  return {
    ...(auth ? { auth } : {}),
    ...(http ? { http } : {}),
    ...(webhooks ? { webhooks } : {}),
    ...(retention ? { retention } : {}),
    ...(descriptions ? { descriptions } : {}),
    ...(ui ? { ui } : {}),
  }
}
