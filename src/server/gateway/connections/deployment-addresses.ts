import * as z from 'zod/mini'
import { Deployment, getDeployment } from '../../../contract/control-plane/deployments.ts'
import { fillPath } from '../../../contract/endpoint.ts'
import { HttpError } from '../../http/http-error.ts'
import { literalIp, type Reach, widestReach } from '../../outgoing/address-policy.ts'
import type { Resolve } from '../../outgoing/checked-lookup.ts'
import { type AskUpstream, readText, refuseRedirect } from '../../outgoing/upstream.ts'
import { credentialsFor, type KeptConnection, matchesOrigin, typedLimit } from './connections.ts'

const keptMs = 30_000
const keptEntries = 1_000
const timeLimitMs = 15_000

/** Where an agent server is, and how private an address it may have. */
export interface AgentAddress {
  url: URL
  limit: Reach
}

/**
 * Where the agent server of a deployment is. Only the connection's own control plane is asked, so
 * that no request can name an address; the answer is kept for a short while.
 */
export class DeploymentAddresses {
  readonly #kept = new Map<string, AgentAddress & { until: number }>()
  readonly #ask: AskUpstream
  readonly #resolve: Resolve
  readonly #now: () => Date

  constructor(deps: { ask: AskUpstream; resolve: Resolve; now: () => Date }) {
    this.#ask = deps.ask
    this.#resolve = deps.resolve
    this.#now = deps.now
  }

  /** Throws 404 when there is no such deployment, 409 when it has no address yet, 502 otherwise. */
  async find(connection: KeptConnection, deploymentId: string): Promise<AgentAddress> {
    if (connection.kind === 'agent_server') return bareAddress(connection, deploymentId)
    const name = nameOf(connection.id, deploymentId)
    const known = this.#kept.get(name)
    const now = this.#now().getTime()
    if (known && known.until > now) return known
    const url = await this.#askControlPlane(connection, deploymentId)
    const found = { url, limit: await this.#limitOf(connection, url) }
    if (this.#kept.size >= keptEntries) this.#kept.clear()
    this.#kept.set(name, { ...found, until: now + keptMs })
    return found
  }

  /** What is known about one deployment, or about all of a connection, is asked again next time. */
  forget(connectionId: string, deploymentId?: string): void {
    if (deploymentId !== undefined) this.#kept.delete(nameOf(connectionId, deploymentId))
    else {
      for (const name of this.#kept.keys()) {
        if (name.startsWith(`${connectionId} `)) this.#kept.delete(name)
      }
    }
  }

  async #askControlPlane(connection: KeptConnection, deploymentId: string): Promise<URL> {
    const path = fillPath(getDeployment.path, { deployment_id: deploymentId })
    const address = new URL(connection.base_url + path)
    const target = connection.reach(address)
    const incoming = await this.#ask({
      target,
      limit: typedLimit,
      method: 'GET',
      headers: { accept: 'application/json', ...credentialsFor(connection, address) },
      signal: AbortSignal.timeout(timeLimitMs),
    })
    refuseRedirect(incoming, address)
    const status = incoming.statusCode ?? 502
    const text = await readText(incoming)
    if (status === 404 || status === 422) {
      throw new HttpError(404, `Deployment ID ${deploymentId} not found.`)
    }
    const parsed = z.safeParse(Deployment, asJson(text))
    if (status !== 200 || !parsed.success) {
      throw new HttpError(
        502,
        `The control plane at ${address.origin} did not tell where the deployment is (status ${status}).`,
      )
    }
    const told = parsed.data.source_config.custom_url
    if (told) return agentUrl(told)
    throw new HttpError(409, 'The deployment has no address yet. Wait until it is deployed.')
  }

  /**
   * A control plane may send us to places as private as its own, no further: one in the internet
   * cannot make us ask a machine inside.
   */
  async #limitOf(connection: KeptConnection, url: URL): Promise<Reach> {
    const base = new URL(connection.base_url)
    const isTyped =
      connection.kind === 'local' ||
      url.origin === base.origin ||
      connection.key_origins.some((pattern) => matchesOrigin(url, pattern))
    if (isTyped) return typedLimit
    if (connection.kind.startsWith('cloud_')) return 'public'
    const literal = literalIp(base.hostname)
    if (literal !== null) return widestReach([literal])
    return widestReach((await this.#resolve(base.hostname)).map((one) => one.address))
  }
}

function nameOf(connectionId: string, deploymentId: string): string {
  return `${connectionId} ${deploymentId.toLowerCase()}`
}

function bareAddress(connection: KeptConnection, deploymentId: string): AgentAddress {
  if (deploymentId.toLowerCase() !== connection.id) {
    throw new HttpError(404, `Deployment ID ${deploymentId} not found.`)
  }
  return { url: new URL(connection.base_url), limit: typedLimit }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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
