import * as z from 'zod/mini'
import { Deployment, getDeployment } from '../../contract/deployments.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { HttpError } from '../http/http-error.ts'
import type { KeptConnection } from './connections.ts'

const keptMs = 30_000
const keptEntries = 1_000
const timeLimitMs = 15_000

/**
 * Where the agent server of a deployment is. Only the connection's own control plane is asked, so
 * that no request can name an address; the answer is kept for a short while.
 */
export class DeploymentAddresses {
  private readonly kept = new Map<string, { url: URL; until: number }>()
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
  }

  /** Throws 404 when there is no such deployment, 409 when it has no address yet, 502 otherwise. */
  async find(connection: KeptConnection, deploymentId: string): Promise<URL> {
    const name = `${connection.id} ${deploymentId}`
    const known = this.kept.get(name)
    const now = this.now().getTime()
    if (known && known.until > now) return known.url
    const url = await ask(connection, deploymentId)
    if (this.kept.size >= keptEntries) this.kept.clear()
    this.kept.set(name, { url, until: now + keptMs })
    return url
  }
}

async function ask(connection: KeptConnection, deploymentId: string): Promise<URL> {
  const path = fillPath(getDeployment.path, { deployment_id: deploymentId })
  const target = connection.reach(new URL(connection.base_url + path))
  const response = await fetch(target, {
    headers: connection.key === null ? {} : { 'x-api-key': connection.key },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeLimitMs),
  }).catch((error: Error) => {
    throw new HttpError(
      502,
      `The control plane at ${target.origin} did not answer (${error.name}).`,
    )
  })
  if (response.status === 404 || response.status === 422) {
    throw new HttpError(404, `Deployment ID ${deploymentId} not found.`)
  }
  const parsed = z.safeParse(Deployment, await response.json().catch(() => null))
  if (!response.ok || !parsed.success) {
    throw new HttpError(
      502,
      `The control plane at ${target.origin} did not tell where the deployment is (status ${response.status}).`,
    )
  }
  const address = parsed.data.source_config.custom_url
  if (!address) {
    throw new HttpError(409, 'The deployment has no address yet. Wait until it is deployed.')
  }
  return agentUrl(address)
}

function agentUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new HttpError(
      502,
      'The control plane tells an address for this deployment that cannot be used.',
    )
  }
  return url
}
