import { getRun, listRuns } from '../../contract/agent-server/runs.ts'
import { getThread, getThreadState } from '../../contract/agent-server/threads.ts'
import { getDeployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import {
  getOAuthProvider,
  listOAuthProviders,
} from '../../contract/control-plane/oauth-providers.ts'
import { getRevision, listRevisions } from '../../contract/control-plane/revisions.ts'
import { type Endpoint, fillPath, queryText } from '../../contract/endpoint.ts'
import { gatewayPaths, listConnections } from '../../contract/gateway/connections.ts'
import { getSession } from '../../contract/gateway/session.ts'
import type { PageAt } from './page-at.ts'

/** What every page of the console asks for before anything else. */
export const readsOfEveryPage = [getSession.path, listConnections.path]

/** Stands for the id of the connection that was chosen last in a browser; public/theme.js puts it in. */
const anyConnection = '~'

/**
 * What a page of the console reads first of the chosen connection, as paths of the gateway with `~` for its id.
 * Browsers begin with it beside the scripts, so that it is there when they are. What a page asks for after
 * that (`readAhead` of its handle) finds it there; what is not here it asks for itself.
 */
export function firstReads(page: PageAt): readonly string[] {
  const { deploymentId, revisionId, threadId, runId, providerId } = page.params
  const { controlPlane, agent } = gatewayPaths(anyConnection)
  const of = (endpoint: Endpoint, params = {}, query = {}) =>
    fillPath(endpoint.path, params) + queryText(query)
  if (page.pattern === '/deployments') {
    return [controlPlane + of(listDeployments, {}, { limit: 100, offset: 0 })]
  }
  if (page.pattern === '/embeds/new')
    return [controlPlane + of(listDeployments, {}, { limit: 100 })]
  if (page.pattern === '/oauth-providers') return [controlPlane + of(listOAuthProviders)]
  // One that stands encoded in the address the page asks for itself.
  if (providerId && !providerId.includes('%'))
    return [controlPlane + of(getOAuthProvider, { provider_id: providerId })]
  if (!deploymentId) return []
  const params = { deployment_id: deploymentId }
  const reads = [controlPlane + of(getDeployment, params)]
  const isOverview = page.pattern === '/deployments/:deploymentId'
  const isRevisions = page.pattern === '/deployments/:deploymentId/revisions'
  if (isOverview || isRevisions || revisionId) {
    reads.push(controlPlane + of(listRevisions, params, { limit: 20, offset: 0 }))
  }
  if (revisionId) {
    reads.push(controlPlane + of(getRevision, { ...params, revision_id: revisionId }))
  }
  if (!threadId || threadId === 'new') return reads
  const thread = { thread_id: threadId }
  const found = runId
    ? [of(getRun, { ...thread, run_id: runId })]
    : [
        of(getThread, thread),
        of(getThreadState, thread),
        of(listRuns, thread, { limit: 100, offset: 0 }),
      ]
  return [...reads, ...found.map((path) => agent(deploymentId) + path)]
}
