import * as assistants from './agent-server/assistants.ts'
import * as crons from './agent-server/crons.ts'
import * as executor from './agent-server/executor.ts'
import * as graphs from './agent-server/graphs.ts'
import * as runs from './agent-server/runs.ts'
import * as statelessRuns from './agent-server/stateless-runs.ts'
import * as store from './agent-server/store.ts'
import * as threadStates from './agent-server/thread-states.ts'
import * as threads from './agent-server/threads.ts'
import * as deployments from './control-plane/deployments.ts'
import * as oauthConnections from './control-plane/oauth-connections.ts'
import * as oauthProviders from './control-plane/oauth-providers.ts'
import * as previews from './control-plane/previews.ts'
import * as repositoryRefs from './control-plane/repository-refs.ts'
import * as revisions from './control-plane/revisions.ts'
import * as embedCheck from './embeds/embed-check.ts'
import * as embeds from './embeds/embeds.ts'
import * as visitors from './embeds/visitors.ts'
import type { Endpoint } from './endpoint.ts'
import * as apiTokens from './gateway/api-tokens.ts'
import * as audit from './gateway/audit.ts'
import * as changes from './gateway/changes.ts'
import * as connections from './gateway/connections.ts'
import * as examples from './gateway/examples.ts'
import * as faults from './gateway/faults.ts'
import * as health from './gateway/health.ts'
import * as session from './gateway/session.ts'
import * as users from './gateway/users.ts'
import * as qaResults from './qa/results.ts'
import * as qaReviews from './qa/reviews.ts'
import * as qaSessions from './qa/sessions.ts'
import * as suites from './qa/suites.ts'
import * as runSearch from './search/run-search.ts'
import * as runSummary from './search/run-summary.ts'
import * as threadSearch from './search/thread-search.ts'
import * as feedback from './tracing/feedback.ts'
import * as feedbackTokens from './tracing/feedback-tokens.ts'

const modules: readonly object[] = [
  apiTokens,
  assistants,
  audit,
  changes,
  connections,
  crons,
  deployments,
  embedCheck,
  embeds,
  examples,
  executor,
  faults,
  feedback,
  feedbackTokens,
  graphs,
  health,
  oauthConnections,
  oauthProviders,
  qaResults,
  qaReviews,
  qaSessions,
  repositoryRefs,
  previews,
  revisions,
  runSearch,
  runSummary,
  runs,
  session,
  statelessRuns,
  store,
  suites,
  threadSearch,
  threadStates,
  threads,
  users,
  visitors,
]

/** Every endpoint of the wire; a test finds one that is missing. For servers: pages import the few that they use. */
export const endpoints: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'area' in value && 'path' in value
}
