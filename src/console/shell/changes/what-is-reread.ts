import type { ChangeArea } from '../../../contract/gateway/changes.ts'

/** Names of the endpoints whose reads a change makes old, by its area. */
export type RereadNames = Record<Exclude<ChangeArea, 'all'>, readonly string[]>

/** Has an entry of nearly every change. */
const auditLog = 'listAudit'

/**
 * Names of the endpoints that are read again at once when something of their kind changed: lists, the facts of one
 * thing, logs. By name, as their code comes with their pages. What follows by itself, as a conversation, is not among
 * them; why each of the others is not stands in their test.
 */
export const readAtOnce: RereadNames = {
  agent: [
    'listRuns',
    'getRun',
    'searchRuns',
    'searchAllRuns',
    'searchThreads',
    'findThreads',
    'findAllThreads',
    'getThread',
    'getThreadHistory',
    'searchAssistants',
    'getAssistant',
    'listAssistantVersions',
    'searchCrons',
    'countCrons',
    auditLog,
  ],
  'control-plane': [
    'listDeployments',
    'getDeployment',
    'listRevisions',
    'getRevision',
    'listRollouts',
    'listPreviews',
    'getRetention',
    'listOAuthProviders',
    'getOAuthProvider',
    'listOAuthConnections',
    // Another revision may have other graphs.
    'getAssistantGraph',
    'getAssistantSchemas',
    auditLog,
  ],
  tracing: ['listFeedback', 'summarizeFeedback', auditLog],
  gateway: [
    'listConnections',
    'getConnection',
    'listApiTokens',
    'listDeletions',
    'listEmbeds',
    'getEmbed',
    'listAlertEvents',
    'listAlertRules',
    'listAlertChannels',
    'listAlertSilences',
    'listReviewers',
    'listUsers',
    'listViews',
    'getFaults',
    auditLog,
  ],
  logs: ['listRevisionLogs'],
  qa: [
    'listSuites',
    'getSuite',
    'listSessions',
    'getQaSession',
    'getQaResults',
    'getReviewComponents',
    'getReviewItem',
    'listQaVerdicts',
    'listQaDecisions',
    'listReviewers',
    auditLog,
  ],
}

/** The same of sums over many rows, which take a server longer: read again now and then while much happens. */
export const readNowAndThen: RereadNames = {
  agent: ['getDeploymentUsage', 'getRevisionFigures', 'getEmbedUsage', 'getEmbedAnalytics'],
  'control-plane': ['getDeploymentUsage', 'getRevisionFigures'],
  tracing: ['getRevisionFigures', 'getEmbedUsage', 'getEmbedAnalytics'],
  gateway: [],
  logs: [],
  qa: [],
}
