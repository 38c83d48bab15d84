import type { AuthUser } from '../../executor/protocol/project-requests.ts'

/** Who the operators of this server are to a project's handlers, as the published studio is (`isStudioUser`). */
export const studioUser: AuthUser = {
  kind: 'StudioUser',
  identity: 'langgraph-studio-user',
  display_name: 'langgraph-studio-user',
  is_authenticated: true,
  permissions: [],
}
