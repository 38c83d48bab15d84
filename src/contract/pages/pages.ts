/**
 * A page of the console. Its code is the file `<name>-page.tsx`, and `<layout>-layout.tsx` where it stands
 * within one.
 */
export interface Page {
  /** Its address below the base path, with a place for each id: `/deployments/:deploymentId`. */
  readonly path: string
  /** What it stands within, a file of its own. */
  readonly layout?: 'deployment' | 'settings'
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
  'all-overview': { path: '/overview' },
  'all-threads': { path: '/threads' },
  'all-runs': { path: '/runs' },
  suites: { path: '/qa/suites' },
  suite: { path: '/qa/suites/:suiteId' },
  'qa-sessions': { path: '/qa/sessions' },
  'new-qa-session': { path: '/qa/sessions/new' },
  'qa-session': { path: '/qa/sessions/:sessionId' },
  'qa-results': { path: '/qa/sessions/:sessionId/results' },
  'qa-review': { path: '/qa/sessions/:sessionId/review/:index' },
  providers: { path: '/oauth-providers' },
  'new-provider': { path: '/oauth-providers/~new' },
  provider: { path: '/oauth-providers/:providerId' },
  'edit-provider': { path: '/oauth-providers/:providerId/edit' },
  embeds: { path: '/embeds' },
  'new-embed': { path: '/embeds/new' },
  embed: { path: '/embeds/:embedId' },
  feedback: { path: '/feedback' },
  connections: { path: '/connections' },
  'new-connection': { path: '/connections/new' },
  connection: { path: '/connections/:connectionId' },
  'edit-connection': { path: '/connections/:connectionId/edit' },
  appearance: { path: '/settings', layout: 'settings' },
  users: { path: '/settings/users', layout: 'settings' },
  password: { path: '/settings/password', layout: 'settings' },
  tokens: { path: '/settings/tokens', layout: 'settings' },
  faults: { path: '/settings/faults', layout: 'settings' },
  audit: { path: '/settings/audit', layout: 'settings' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof pages

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
