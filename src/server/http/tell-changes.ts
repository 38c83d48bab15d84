import type { Context, MiddlewareHandler } from 'hono'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ChangeArea } from '../../contract/gateway/changes.ts'
import type { Cluster } from '../cluster/cluster.ts'

/** What is known of a request: the endpoint that answers it, and whose agent server it is for. */
interface Asked {
  endpoint?: Endpoint
  deploymentId?: string
}

const asked = new WeakMap<Request, Asked>()

/** Notes of a request what tells whether it changed something. */
export function note({ req }: Context, facts: Asked): void {
  asked.set(req.raw, { ...asked.get(req.raw), ...facts })
}

/** What is known of a request once it was answered. */
export function askedOf({ req }: Context): Asked {
  return asked.get(req.raw) ?? {}
}

/** Tells consoles of every request that changed something: those are the audited ones, unless they were refused. */
export function tellChanges(cluster: Pick<Cluster, 'changed'>): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { endpoint, deploymentId = null } = askedOf(context)
    if (endpoint?.isAudited && context.res.ok) cluster.changed(areaOf(endpoint), deploymentId)
  }
}

function areaOf({ area, path }: Endpoint): ChangeArea {
  return path.startsWith('/gateway/qa/') ? 'qa' : areas[area]
}

/** Visitors of an embedded chat make threads and runs. */
const areas: Record<Endpoint['area'], ChangeArea> = {
  agent: 'agent',
  'control-plane': 'control-plane',
  tracing: 'tracing',
  gateway: 'gateway',
  embed: 'agent',
}
