/**
 * Every address of the console. Links and redirects come from here, never from a literal; the patterns
 * that these match are in `router.tsx`. Ids are encoded, so any text may be handed in.
 */
export const paths = {
  deployments: () => '/deployments',
  newDeployment: () => '/deployments/new',
  deployment: (deploymentId: string) => at('deployments', deploymentId),
  deploymentRevisions: (deploymentId: string) => at('deployments', deploymentId, 'revisions'),
  revision: (deploymentId: string, revisionId: string) =>
    at('deployments', deploymentId, 'revisions', revisionId),
  compareRevisions: (deploymentId: string, before: string, after: string) =>
    `${at('deployments', deploymentId, 'revisions', 'compare')}?${new URLSearchParams({ before, after })}`,
  deploymentAssistants: (deploymentId: string) => at('deployments', deploymentId, 'assistants'),
  assistant: (deploymentId: string, assistantId: string) =>
    at('deployments', deploymentId, 'assistants', assistantId),
  deploymentSchedules: (deploymentId: string) => at('deployments', deploymentId, 'schedules'),
  deploymentThreads: (deploymentId: string) => at('deployments', deploymentId, 'threads'),
  deploymentRuns: (deploymentId: string) => at('deployments', deploymentId, 'runs'),
  threadRuns: (deploymentId: string, threadId: string) =>
    `${at('deployments', deploymentId, 'runs')}?${new URLSearchParams({ thread: threadId })}`,
  editDeployment: (deploymentId: string) => at('deployments', deploymentId, 'edit'),
  newThread: (deploymentId: string) => at('deployments', deploymentId, 'threads', 'new'),
  thread: (deploymentId: string, threadId: string) =>
    at('deployments', deploymentId, 'threads', threadId),
  run: (deploymentId: string, threadId: string, runId: string) =>
    at('deployments', deploymentId, 'threads', threadId, 'runs', runId),
  /** Leads on to the threads of the deployment that was looked at last. */
  threads: () => '/threads',
  /** Leads on to the runs of the deployment that was looked at last. */
  runs: () => '/runs',
  oauthProviders: () => '/oauth-providers',
  // No provider's identifier begins with a tilde.
  newOAuthProvider: () => '/oauth-providers/~new',
  editOAuthProvider: (providerId: string) => at('oauth-providers', providerId, 'edit'),
  oauthProvider: (providerId: string) => at('oauth-providers', providerId),
  embeds: () => '/embeds',
  newEmbed: () => '/embeds/new',
  embed: (embedId: string) => at('embeds', embedId),
  feedback: () => '/feedback',
  deploymentFeedback: (deploymentId: string) => at('deployments', deploymentId, 'feedback'),
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
  /** What somebody, or a program, did. */
  auditOf: (userName: string) => `/settings/audit?${new URLSearchParams({ user: userName })}`,
}

function at(...parts: string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`
}
