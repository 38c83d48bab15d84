/**
 * A page of the console. Its code is the file `<name>-page.tsx`, and `<layout>-layout.tsx` where it stands
 * within one.
 */
export interface Page {
  /** Its address below the base path, with a place for each id: `/deployments/:deploymentId`. */
  readonly path: string
  /** What it stands within, a file of its own. */
  readonly layout?: 'deployment' | 'alerts' | 'settings' | 'docs'
  /** The role reviewer may open it, who sees nothing but the sessions to judge. */
  readonly isForReviewers?: true
}

/**
 * Every page of the console by its name. The router, the server and the build go by this list. Where two
 * patterns fit one address the first one counts, so words stand before places.
 */
export const pages = {
  deployments: { path: '/deployments' },
  'new-deployment': { path: '/deployments/new' },
  overview: { path: '/deployments/:deploymentId', layout: 'deployment' },
  revisions: { path: '/deployments/:deploymentId/revisions', layout: 'deployment' },
  'compare-revisions': {
    path: '/deployments/:deploymentId/revisions/compare',
    layout: 'deployment',
  },
  assistants: { path: '/deployments/:deploymentId/assistants', layout: 'deployment' },
  assistant: { path: '/deployments/:deploymentId/assistants/:assistantId', layout: 'deployment' },
  schedules: { path: '/deployments/:deploymentId/schedules', layout: 'deployment' },
  threads: { path: '/deployments/:deploymentId/threads', layout: 'deployment' },
  runs: { path: '/deployments/:deploymentId/runs', layout: 'deployment' },
  'deployment-feedback': { path: '/deployments/:deploymentId/feedback', layout: 'deployment' },
  revision: { path: '/deployments/:deploymentId/revisions/:revisionId' },
  thread: { path: '/deployments/:deploymentId/threads/:threadId' },
  run: { path: '/deployments/:deploymentId/threads/:threadId/runs/:runId' },
  'edit-deployment': { path: '/deployments/:deploymentId/edit' },
  retention: { path: '/deployments/:deploymentId/retention' },
  'all-overview': { path: '/overview' },
  'all-threads': { path: '/threads' },
  'all-runs': { path: '/runs' },
  alerts: { path: '/alerts', layout: 'alerts' },
  'alert-rules': { path: '/alerts/rules', layout: 'alerts' },
  'alert-channels': { path: '/alerts/channels', layout: 'alerts' },
  suites: { path: '/qa/suites' },
  suite: { path: '/qa/suites/:suiteId' },
  'qa-sessions': { path: '/qa/sessions', isForReviewers: true },
  'new-qa-session': { path: '/qa/sessions/new' },
  'qa-session': { path: '/qa/sessions/:sessionId', isForReviewers: true },
  'qa-results': { path: '/qa/sessions/:sessionId/results', isForReviewers: true },
  'qa-review': { path: '/qa/sessions/:sessionId/review/:index', isForReviewers: true },
  providers: { path: '/oauth-providers' },
  'new-provider': { path: '/oauth-providers/~new' },
  provider: { path: '/oauth-providers/:providerId' },
  'edit-provider': { path: '/oauth-providers/:providerId/edit' },
  embeds: { path: '/embeds' },
  'new-embed': { path: '/embeds/new' },
  embed: { path: '/embeds/:embedId' },
  'embed-analytics': { path: '/embeds/:embedId/analytics' },
  feedback: { path: '/feedback' },
  connections: { path: '/connections' },
  'new-connection': { path: '/connections/new' },
  connection: { path: '/connections/:connectionId' },
  'edit-connection': { path: '/connections/:connectionId/edit' },
  appearance: { path: '/settings', layout: 'settings', isForReviewers: true },
  users: { path: '/settings/users', layout: 'settings' },
  password: { path: '/settings/password', layout: 'settings', isForReviewers: true },
  tokens: { path: '/settings/tokens', layout: 'settings' },
  faults: { path: '/settings/faults', layout: 'settings' },
  audit: { path: '/settings/audit', layout: 'settings' },
  stack: { path: '/settings/stack', layout: 'settings' },
  docs: { path: '/docs', layout: 'docs', isForReviewers: true },
  doc: { path: '/docs/:docId', layout: 'docs', isForReviewers: true },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

/** Whether a page is of this name, and the role reviewer may open it. */
export function isForReviewers(name: string): boolean {
  const page: Page | undefined = Object.hasOwn(pages, name) ? pages[name as PageName] : undefined
  return page?.isForReviewers === true
}

/** The names of all pages, in the order of the list. */
export const pageNames = Object.keys(pages) as PageName[]

/** The places of a pattern: `deploymentId` and its like. */
type Places<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Places<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What stands at the places of a page's address, decoded. */
export type PageParams<Name extends PageName> = Readonly<
  Record<Places<(typeof pages)[Name]['path']>, string>
>
