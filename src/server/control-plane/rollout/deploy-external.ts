import type { Database } from '../../db/database.ts'
import { type DeploymentRow, setHealth } from '../deployments/deployment-store.ts'
import { askHealth } from '../deployments/external-health.ts'
import { type RevisionRow, recordService, type Service } from '../revisions/revision-store.ts'
import { RolloutFailure } from '../rollout-failure.ts'
import type { RolloutLimits } from './rollout-limits.ts'
import type { RevisionLog } from './rollout-log.ts'
import { type ContainerOrder, removeContainers, runContainer } from './run-container.ts'

/** What an `external_docker` revision is deployed with. */
export interface ExternalOrder {
  tools: {
    database: Database
    folders: { packageCache: string }
    limits: RolloutLimits
    now: () => Date
    report: (error: Error) => void
  }
  deployment: DeploymentRow
  revision: RevisionRow
  secrets: Record<string, string>
  log: RevisionLog
  signal: AbortSignal
}

/**
 * Runs the revision's image as a container, or asks the server that is to be attached whether it
 * answers, and records where that is. Throws a RolloutFailure (DEPLOY_FAILED) that says what is wrong.
 */
export async function deployExternal(order: ExternalOrder): Promise<Service> {
  const { tools, deployment, revision, log, signal } = order
  const image = revision.source_revision_config.image_uri
  const service = image
    ? await runContainer(containerOrder(order), image)
    : { url: deployment.source_config.custom_url ?? '', container: null }
  if (!image) log.deploy(`Attaching the server at ${service.url}.`)
  const health = await askHealth(service.url, tools.now, signal)
  log.deploy(health.detail ?? '', health.status === 'ok' ? 'INFO' : 'ERROR')
  if (health.status !== 'ok') {
    if (service.container) await removeContainers(containerOrder(order), service.container)
    throw new RolloutFailure(
      'DEPLOY_FAILED',
      `${health.detail} Start the agent server there and then a new revision, or correct the address.`,
    )
  }
  await recordService(tools.database, revision.id, service)
  await setHealth(tools.database, deployment.id, health)
  return service
}

/**
 * Removes the containers of a deployment that do not serve: the given one, or, when null, all but the
 * revision's own. What is in the middle of a request has some time to finish it.
 */
export async function releaseExternal(
  order: ExternalOrder,
  service: Service | null,
): Promise<void> {
  if (!order.revision.source_revision_config.image_uri) return
  await removeContainers(containerOrder(order), service?.container ?? null)
}

function containerOrder(order: ExternalOrder): ContainerOrder {
  const { tools, deployment, revision, secrets, log, signal } = order
  return {
    deploymentId: deployment.id,
    revisionId: revision.id,
    resourceSpec: deployment.source_config.resource_spec,
    packageCache: tools.folders.packageCache,
    limits: tools.limits,
    now: tools.now,
    secrets,
    log,
    signal,
  }
}
