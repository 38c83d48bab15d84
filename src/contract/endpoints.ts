import * as a2a from './agent-server/a2a.ts'
import * as assistants from './agent-server/assistants.ts'
import * as componentFiles from './agent-server/components/component-files.ts'
import * as crons from './agent-server/crons.ts'
import * as executor from './agent-server/executor.ts'
import * as graphs from './agent-server/graphs.ts'
import * as mcp from './agent-server/mcp.ts'
import * as protocolCommands from './agent-server/protocol-v2/commands.ts'
import * as runs from './agent-server/runs.ts'
import * as statelessRuns from './agent-server/stateless-runs.ts'
import * as store from './agent-server/store.ts'
import * as threadStates from './agent-server/thread-states.ts'
import * as threadStorage from './agent-server/thread-storage.ts'
import * as threads from './agent-server/threads.ts'
import * as usage from './agent-server/usage.ts'
import * as alertChannels from './alerts/channels.ts'
import * as alertEvents from './alerts/events.ts'
import * as alertRules from './alerts/rules.ts'
import * as alertSilences from './alerts/silences.ts'
import * as stackChanges from './control-plane/changes.ts'
import * as deploymentUsage from './control-plane/deployment-usage.ts'
import * as deployments from './control-plane/deployments.ts'
import * as githubIntegrations from './control-plane/github-integrations.ts'
import * as listeners from './control-plane/listeners.ts'
import * as oauthConnections from './control-plane/oauth-connections.ts'
import * as oauthProviders from './control-plane/oauth-providers.ts'
import * as previews from './control-plane/previews.ts'
import * as repositoryRefs from './control-plane/repository-refs.ts'
import * as retention from './control-plane/retention.ts'
import * as revisionChanges from './control-plane/revision-changes.ts'
import * as revisionFigures from './control-plane/revision-figures.ts'
import * as revisionPackages from './control-plane/revision-packages.ts'
import * as revisions from './control-plane/revisions.ts'
import * as rollouts from './control-plane/rollouts.ts'
import * as sourceArchives from './control-plane/source-archives.ts'
import * as embedCheck from './embeds/embed-check.ts'
import * as embedUsage from './embeds/embed-usage.ts'
import * as embeds from './embeds/embeds.ts'
import * as visitors from './embeds/visitors.ts'
import type { Endpoint } from './endpoint.ts'
import * as apiKey from './gateway/api-key.ts'
import * as apiTokens from './gateway/api-tokens.ts'
import * as audit from './gateway/audit.ts'
import * as changes from './gateway/changes.ts'
import * as connections from './gateway/connections.ts'
import * as deletions from './gateway/deletions.ts'
import * as examples from './gateway/examples.ts'
import * as faults from './gateway/faults.ts'
import * as health from './gateway/health.ts'
import * as providerSignIn from './gateway/provider-sign-in.ts'
import * as session from './gateway/session.ts'
import * as signInAddress from './gateway/sign-in-address.ts'
import * as stack from './gateway/stack.ts'
import * as users from './gateway/users.ts'
import * as views from './gateway/views.ts'
import * as qaAttempts from './qa/attempts.ts'
import * as qaComponentCode from './qa/component-code.ts'
import * as qaResults from './qa/results.ts'
import * as qaReviewers from './qa/reviewers.ts'
import * as qaReviews from './qa/reviews.ts'
import * as qaSessions from './qa/sessions.ts'
import * as suites from './qa/suites.ts'
import * as qaVerdicts from './qa/verdict-history.ts'
import * as runSearch from './search/run-search.ts'
import * as runSummary from './search/run-summary.ts'
import * as threadSearch from './search/thread-search.ts'
import * as feedback from './tracing/feedback.ts'
import * as feedbackTokens from './tracing/feedback-tokens.ts'
import * as tracingProjects from './tracing/projects.ts'
import * as selectedRuns from './tracing/selected-runs.ts'
import * as tracedRuns from './tracing/traced-runs.ts'

const modules: readonly object[] = [
  a2a,
  alertChannels,
  alertEvents,
  alertRules,
  alertSilences,
  apiKey,
  apiTokens,
  assistants,
  audit,
  changes,
  componentFiles,
  connections,
  crons,
  deploymentUsage,
  revisionFigures,
  revisionPackages,
  deletions,
  deployments,
  embedCheck,
  embeds,
  embedUsage,
  examples,
  executor,
  faults,
  feedback,
  feedbackTokens,
  graphs,
  health,
  mcp,
  githubIntegrations,
  listeners,
  oauthConnections,
  oauthProviders,
  qaAttempts,
  qaComponentCode,
  qaResults,
  qaReviewers,
  qaReviews,
  qaSessions,
  qaVerdicts,
  repositoryRefs,
  retention,
  previews,
  protocolCommands,
  providerSignIn,
  revisionChanges,
  revisions,
  rollouts,
  runSearch,
  runSummary,
  runs,
  session,
  signInAddress,
  sourceArchives,
  stack,
  stackChanges,
  statelessRuns,
  store,
  suites,
  threadSearch,
  threadStates,
  threadStorage,
  threads,
  selectedRuns,
  tracedRuns,
  tracingProjects,
  usage,
  users,
  views,
  visitors,
]

/** Every endpoint of the wire; a test finds one that is missing. For servers: pages import the few that they use. */
export const endpoints: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'area' in value && 'path' in value
}
