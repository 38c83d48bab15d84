import type { Query, QueryClient } from '@tanstack/react-query'
import { getAssistant, searchAssistants } from '../../../contract/agent-server/assistants.ts'
import { searchCrons } from '../../../contract/agent-server/crons.ts'
import { getRun, listRuns } from '../../../contract/agent-server/runs.ts'
import {
  getThread,
  getThreadHistory,
  searchThreads,
} from '../../../contract/agent-server/threads.ts'
import { getDeployment, listDeployments } from '../../../contract/control-plane/deployments.ts'
import {
  getRevision,
  listRevisionLogs,
  listRevisions,
} from '../../../contract/control-plane/revisions.ts'
import type { Change, ChangeArea } from '../../../contract/gateway/changes.ts'
import { getConnection, listConnections } from '../../../contract/gateway/connections.ts'
import { searchAllRuns, searchRuns } from '../../../contract/search/run-search.ts'
import { findAllThreads, findThreads } from '../../../contract/search/thread-search.ts'
import { listFeedback, summarizeFeedback } from '../../../contract/tracing/feedback.ts'
import type { Api } from '../../api.tsx'

/** What is read again: lists, the facts of one thing, logs. What follows by itself, as a conversation, is not among it. */
const reads: Record<Exclude<ChangeArea, 'all'>, readonly { name: string }[]> = {
  agent: [
    listRuns,
    getRun,
    searchRuns,
    searchAllRuns,
    searchThreads,
    findThreads,
    findAllThreads,
    getThread,
    getThreadHistory,
    searchAssistants,
    getAssistant,
    searchCrons,
  ],
  'control-plane': [
    listDeployments,
    getDeployment,
    listRevisions,
    getRevision,
    ...[
      'listRollouts',
      'listPreviews',
      'getRetention',
      'listOAuthProviders',
      'getOAuthProvider',
    ].map((name) => ({
      name,
    })),
  ],
  tracing: [listFeedback, summarizeFeedback],
  gateway: [
    listConnections,
    getConnection,
    ...[
      'listApiTokens',
      'listDeletions',
      'listEmbeds',
      'listAlertEvents',
      'listAlertRules',
      'listAlertChannels',
      'listAlertSilences',
      'listUsers',
      'listViews',
    ].map((name) => ({ name })),
  ],
  logs: [listRevisionLogs],
  // By name, as those of alerts: their endpoints come with their pages.
  qa: ['listSuites', 'listSessions', 'getQaSession', 'getQaResults', 'getReviewItem'].map(
    (name) => ({
      name,
    }),
  ),
}

/** Has an entry of nearly every change, whichever deployment it is of. */
const auditLog = 'listAudit'

/** Reads again what is shown of what changed; what is not shown is read again when it is. Resolves when that is there. */
export async function rereadChanged(
  queryClient: QueryClient,
  api: Api,
  changes: readonly Change[],
): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: (query) => changes.some((change) => isAbout(query, api, change)),
  })
}

function isAbout({ queryKey: [server, name, input] }: Query, api: Api, change: Change): boolean {
  const { area, deployment_id, logged_revision_id } = change
  if (name === auditLog) return area !== 'logs'
  const areas = area === 'all' ? (Object.keys(reads) as (keyof typeof reads)[]) : [area]
  const isRead = areas.some((one) => reads[one].some((endpoint) => endpoint.name === name))
  if (isRead && logged_revision_id) return revisionOf(input) === logged_revision_id
  if (!isRead || area !== 'agent' || deployment_id === null) return isRead
  const isOfAll = name === searchAllRuns.name || name === findAllThreads.name
  return isOfAll || server === api.agent(deployment_id).baseUrl
}

function revisionOf(input: unknown): string | undefined {
  return (input as { params?: { revision_id?: string } } | undefined)?.params?.revision_id
}
