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
  deploymentThreads: (deploymentId: string) => at('deployments', deploymentId, 'threads'),
  deploymentRuns: (deploymentId: string) => at('deployments', deploymentId, 'runs'),
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
  oauthProvider: (providerId: string) => at('oauth-providers', providerId),
  connections: () => '/connections',
}

function at(...parts: string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`
}
