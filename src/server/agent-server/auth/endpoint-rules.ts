import { findAgentCard, getAgentCard, postA2a } from '../../../contract/agent-server/a2a.ts'
import {
  getServerHealth,
  getServerInfo,
  getServerMetrics,
} from '../../../contract/agent-server/assistants.ts'
import {
  getComponent,
  getComponentFile,
} from '../../../contract/agent-server/components/component-files.ts'
import { getExecutor } from '../../../contract/agent-server/executor.ts'
import { endMcpSession, postMcp, streamMcp } from '../../../contract/agent-server/mcp.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { assistantRules } from './assistant-rules.ts'
import { cronRules } from './cron-rules.ts'
import { protocolRules } from './protocol-rules.ts'
import type { EndpointRule } from './rule.ts'
import { runRules } from './run-rules.ts'
import { storeRules } from './store-rules.ts'
import { threadRules } from './thread-rules.ts'

/**
 * What stands before an endpoint of a project with an authorization of its own: its rule, or who may ask for it
 * unasked. `everybody`: published clients ask before somebody has signed in; `known`: whoever the project knows, and who
 * holds this server's key; `server`: the latter alone; `by-parts`: whoever the project knows, since all that is done is
 * asked of other endpoints in their name.
 */
export type EndpointGuard = EndpointRule | 'everybody' | 'known' | 'server' | 'by-parts'

const guards = new Map<Endpoint, EndpointGuard>([
  [getServerHealth, 'everybody'],
  [getServerInfo, 'everybody'],
  [getComponent, 'known'],
  [getComponentFile, 'known'],
  [getExecutor, 'server'],
  [getServerMetrics, 'server'],
  [postMcp, 'by-parts'],
  [streamMcp, 'by-parts'],
  [endMcpSession, 'by-parts'],
  [postA2a, 'by-parts'],
  [getAgentCard, 'by-parts'],
  [findAgentCard, 'by-parts'],
])
const rules = [threadRules, runRules, protocolRules, assistantRules, cronRules, storeRules]
for (const one of rules.flat()) guards.set(one.endpoint, one)

/** Undefined for an endpoint that no rule covers: such a one is refused. */
export function guardOfEndpoint(endpoint: Endpoint): EndpointGuard | undefined {
  return guards.get(endpoint)
}

const holesIn = ({ path }: Endpoint) => path.split('{').length
/** `/threads/search` is that, and no thread of this name. */
const places = endpoints
  .filter(({ area }) => area === 'agent')
  .sort((a, b) => holesIn(a) - holesIn(b))
  .map((endpoint) => {
    return { endpoint, shape: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`) }
  })

/** The endpoint of the contract that a request is for. */
export function agentEndpointAt(method: string, path: string): Endpoint | undefined {
  // A HEAD is a GET whose answer nobody reads.
  const asked = method === 'HEAD' ? 'GET' : method
  return places.find(({ endpoint, shape }) => endpoint.method === asked && shape.test(path))
    ?.endpoint
}
