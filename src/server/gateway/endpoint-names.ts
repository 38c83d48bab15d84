import * as apiTokens from '../../contract/api-tokens.ts'
import * as assistants from '../../contract/assistants.ts'
import * as connections from '../../contract/connections.ts'
import * as deployments from '../../contract/deployments.ts'
import * as embeds from '../../contract/embeds.ts'
import type { Area, Endpoint } from '../../contract/endpoint.ts'
import * as feedback from '../../contract/feedback.ts'
import * as feedbackTokens from '../../contract/feedback-tokens.ts'
import * as oauthConnections from '../../contract/oauth-connections.ts'
import * as oauthProviders from '../../contract/oauth-providers.ts'
import * as repositoryRefs from '../../contract/repository-refs.ts'
import * as revisions from '../../contract/revisions.ts'
import * as runs from '../../contract/runs.ts'
import * as session from '../../contract/session.ts'
import * as statelessRuns from '../../contract/stateless-runs.ts'
import * as store from '../../contract/store.ts'
import * as threadStates from '../../contract/thread-states.ts'
import * as threads from '../../contract/threads.ts'
import * as users from '../../contract/users.ts'

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
