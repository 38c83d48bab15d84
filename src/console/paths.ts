/**
 * Every address of the console. Links and redirects come from here, never from a literal; the patterns
 * that these match are in `contract/pages/pages.ts`. Ids are encoded, so any text may be handed in.
 */
export const paths = {
  overview: () => '/overview',
  deployments: () => '/deployments',
  newDeployment: () => '/deployments/new',
  deployment: (deploymentId: string) => at('deployments', deploymentId),
  deploymentRevisions: (deploymentId: string) => at('deployments', deploymentId, 'revisions'),
  revision: (deploymentId: string, revisionId: string) =>
    at('deployments', deploymentId, 'revisions', revisionId),
  compareRevisions: (deploymentId: string, before: string, after: string) =>
    `${at('deployments', deploymentId, 'revisions', 'compare')}?${new URLSearchParams({ before, after })}`,
  /** A revision's page, which asks at once whether it is to be promoted. */
  promoteRevision: (deploymentId: string, revisionId: string) =>
    `${at('deployments', deploymentId, 'revisions', revisionId)}?ask=promote`,
  deploymentAssistants: (deploymentId: string) => at('deployments', deploymentId, 'assistants'),
  assistant: (deploymentId: string, assistantId: string) =>
    at('deployments', deploymentId, 'assistants', assistantId),
  deploymentSchedules: (deploymentId: string) => at('deployments', deploymentId, 'schedules'),
  deploymentThreads: (deploymentId: string) => at('deployments', deploymentId, 'threads'),
  deploymentRuns: (deploymentId: string) => at('deployments', deploymentId, 'runs'),
  /** Of a server that searches runs. */
  revisionRuns: (deploymentId: string, revision: string) =>
    `${at('deployments', deploymentId, 'runs')}?${new URLSearchParams({ revision })}`,
  /** The same. */
  assistantRuns: (deploymentId: string, assistant: string) =>
    `${at('deployments', deploymentId, 'runs')}?${new URLSearchParams({ assistant })}`,
  threadRuns: (deploymentId: string, threadId: string) =>
    `${at('deployments', deploymentId, 'runs')}?${new URLSearchParams({ thread: threadId })}`,
  editDeployment: (deploymentId: string) => at('deployments', deploymentId, 'edit'),
  deploymentRetention: (deploymentId: string) => at('deployments', deploymentId, 'retention'),
  /** Its form with a secret of that name to be filled in. */
  addSecret: (deploymentId: string, secret: string) =>
    `${at('deployments', deploymentId, 'edit')}?${new URLSearchParams({ secret })}`,
  /** Its form at the branch or tag. */
  editRef: (deploymentId: string) => `${at('deployments', deploymentId, 'edit')}?at=ref`,
  newThread: (deploymentId: string) => at('deployments', deploymentId, 'threads', 'new'),
  /** A thread; with a run it opens at what was said in that. */
  thread: (deploymentId: string, threadId: string, runId?: string) =>
    `${at('deployments', deploymentId, 'threads', threadId)}${runId ? `?${new URLSearchParams({ run: runId })}` : ''}`,
  run: (deploymentId: string, threadId: string, runId: string) =>
    at('deployments', deploymentId, 'threads', threadId, 'runs', runId),
  /** The threads of all deployments. */
  threads: () => '/threads',
  /** The runs of all deployments. */
  runs: () => '/runs',
  alerts: () => '/alerts',
  alertRules: () => '/alerts/rules',
  alertChannels: () => '/alerts/channels',
  suites: () => '/qa/suites',
  suite: (suiteId: string) => at('qa', 'suites', suiteId),
  /** A suite with one of its cases open. */
  suiteCase: (suiteId: string, caseKey: string) =>
    `${at('qa', 'suites', suiteId)}?${new URLSearchParams({ case: caseKey })}`,
  qaSessions: () => '/qa/sessions',
  /** The form of a session of a suite, or of a revision of a deployment, `against` what serves or alone. */
  newQaSession: (
    chosen?: { suite: string } | { deployment: string; revision: string; against?: 'serving' },
  ) => `/qa/sessions/new${chosen ? `?${new URLSearchParams(chosen)}` : ''}`,
  qaSession: (sessionId: string) => at('qa', 'sessions', sessionId),
  /** A session's grid with one attempt open. */
  qaAttempt: (sessionId: string, attemptId: string) =>
    `${at('qa', 'sessions', sessionId)}?${new URLSearchParams({ attempt: attemptId })}`,
  qaResults: (sessionId: string) => at('qa', 'sessions', sessionId, 'results'),
  qaReview: (sessionId: string, index: number) =>
    at('qa', 'sessions', sessionId, 'review', String(index)),
  oauthProviders: () => '/oauth-providers',
  // No provider's identifier begins with a tilde.
  newOAuthProvider: () => '/oauth-providers/~new',
  editOAuthProvider: (providerId: string) => at('oauth-providers', providerId, 'edit'),
  oauthProvider: (providerId: string) => at('oauth-providers', providerId),
  embeds: () => '/embeds',
  newEmbed: () => '/embeds/new',
  embed: (embedId: string) => at('embeds', embedId),
  embedAnalytics: (embedId: string) => at('embeds', embedId, 'analytics'),
  feedback: () => '/feedback',
  deploymentFeedback: (deploymentId: string) => at('deployments', deploymentId, 'feedback'),
  /** The votes of the last 30 days on one revision. */
  revisionVotes: (deploymentId: string, revision: string) =>
    `${at('deployments', deploymentId, 'feedback')}?${new URLSearchParams({ revision })}`,
  connections: () => '/connections',
  newConnection: () => '/connections/new',
  connection: (connectionId: string) => at('connections', connectionId),
  editConnection: (connectionId: string) => at('connections', connectionId, 'edit'),
  settings: () => '/settings',
  users: () => '/settings/users',
  ownPassword: () => '/settings/password',
  apiTokens: () => '/settings/tokens',
  faults: () => '/settings/faults',
  audit: () => '/settings/audit',
  stack: () => '/settings/stack',
  /** What the docs say about a text; all of them without one. */
  docs: (text?: string) => (text ? `/docs?${new URLSearchParams({ q: text })}` : '/docs'),
  /** A page of the docs, at a heading of it. */
  doc: (page: string, section?: string) => at('docs', page) + (section ? `#${section}` : ''),
  /** What somebody, or a program, did. */
  auditOf: (userName: string) => `/settings/audit?${new URLSearchParams({ user: userName })}`,
}

function at(...parts: string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`
}
