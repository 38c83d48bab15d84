import * as assistants from '../../../contract/agent-server/assistants.ts'
import * as runs from '../../../contract/agent-server/runs.ts'
import * as statelessRuns from '../../../contract/agent-server/stateless-runs.ts'
import * as store from '../../../contract/agent-server/store.ts'
import * as threadStates from '../../../contract/agent-server/thread-states.ts'
import * as threads from '../../../contract/agent-server/threads.ts'
import * as deployments from '../../../contract/control-plane/deployments.ts'
import * as oauthConnections from '../../../contract/control-plane/oauth-connections.ts'
import * as oauthProviders from '../../../contract/control-plane/oauth-providers.ts'
import * as repositoryRefs from '../../../contract/control-plane/repository-refs.ts'
import * as revisions from '../../../contract/control-plane/revisions.ts'
import * as embeds from '../../../contract/embeds/embeds.ts'
import type { Area, Endpoint } from '../../../contract/endpoint.ts'
import * as apiTokens from '../../../contract/gateway/api-tokens.ts'
import * as connections from '../../../contract/gateway/connections.ts'
import * as session from '../../../contract/gateway/session.ts'
import * as users from '../../../contract/gateway/users.ts'
import * as feedback from '../../../contract/tracing/feedback.ts'
import * as feedbackTokens from '../../../contract/tracing/feedback-tokens.ts'

const modules: Record<string, unknown>[] = [
  apiTokens,
  assistants,
  connections,
  deployments,
  embeds,
  feedback,
  feedbackTokens,
  oauthConnections,
  oauthProviders,
  repositoryRefs,
  revisions,
  runs,
  session,
  statelessRuns,
  store,
  threadStates,
  threads,
  users,
]

const patterns = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
  .map(({ area, method, name, path }) => ({
    area,
    method,
    name,
    pattern: new RegExp(
      `^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`,
    ),
    // `/threads/search` is that, and no thread of this name.
    holes: path.split('{').length,
  }))
  .sort((a, b) => a.holes - b.holes)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'area' in value && 'path' in value
}

/** The name of the endpoint that a request to a server is for; null where the contract has none. */
export function endpointName(area: Area, method: string, path: string): string | null {
  const found = patterns.find(
    (one) => one.area === area && one.method === method && one.pattern.test(path),
  )
  return found?.name ?? null
}
