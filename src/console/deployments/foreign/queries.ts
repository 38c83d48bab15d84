import {
  listGithubIntegrations,
  listGithubRepositories,
} from '../../../contract/control-plane/github-integrations.ts'
import { listListeners } from '../../../contract/control-plane/listeners.ts'
import { type Api, query } from '../../api.tsx'

/** The most that servers give at once. */
const atOnce = 100

/** The accounts at GitHub whose repositories the server can deploy. One refusal says as much as three. */
export function integrationsQuery({ controlPlane }: Api) {
  return { ...query(controlPlane, listGithubIntegrations), retry: false }
}

/** The repositories that the server sees by an integration. */
export function repositoriesQuery({ controlPlane }: Api, integration_id: string) {
  return {
    ...query(controlPlane, listGithubRepositories, { params: { integration_id } }),
    enabled: integration_id.trim() !== '',
    retry: false,
  }
}

/** The listeners that run deployments in clusters of one's own. */
export function listenersQuery({ controlPlane }: Api) {
  return { ...query(controlPlane, listListeners, { query: { limit: atOnce } }), retry: false }
}
