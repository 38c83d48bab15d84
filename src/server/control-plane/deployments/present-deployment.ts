import type {
  Deployment,
  DeploymentHealth,
  SourceConfig,
} from '../../../contract/control-plane/deployments.ts'
import type { DeploymentRow } from './deployment-store.ts'

/** A deployment as it is told: every published field, secrets by their names only. */
export function presentDeployment(
  row: DeploymentRow,
  agentUrl: string,
  health: DeploymentHealth | null,
): Deployment {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    source_config: {
      ...emptySourceConfig,
      ...row.source_config,
      custom_url: addressOf(row, agentUrl),
      has_repo_token: row.sealed_repo_token !== null,
    },
    source_revision_config: row.source_revision_config,
    secrets: row.secrets.map(({ name }) => ({ name, value: null })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    status: row.status,
    latest_revision_id: row.latest_revision_id,
    latest_revision_status: row.latest_revision_status,
    active_revision_id: row.active_revision_id,
    image_version: null,
    health,
    usage_cap: row.usage_cap,
  }
}

/**
 * Where a deployment's agent server is: one from git at `agentUrl`, an attached one where it was said
 * to be, an image where its container listens once it serves.
 */
export function addressOf(row: DeploymentRow, agentUrl: string): string | null {
  if (row.source !== 'external_docker') return agentUrl
  return row.source_config.custom_url ?? row.service_url
}

const emptySourceConfig: SourceConfig = {
  integration_id: null,
  repo_url: null,
  deployment_type: null,
  build_on_push: null,
  custom_url: null,
  resource_spec: null,
  listener_id: null,
  listener_config: null,
  install_command: null,
  build_command: null,
}
