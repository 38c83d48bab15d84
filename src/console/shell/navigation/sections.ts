import { paths } from '../../paths.ts'

/** The sections of the side: what they are called, and the page that they begin with. */
export const sections = {
  overview: { label: 'Overview', to: paths.overview() },
  deployments: { label: 'Deployments', to: paths.deployments() },
  threads: { label: 'Threads', to: paths.threads() },
  runs: { label: 'Runs', to: paths.runs() },
  alerts: { label: 'Alerts', to: paths.alerts() },
  suites: { label: 'QA suites', to: paths.suites() },
  'qa-sessions': { label: 'QA sessions', to: paths.qaSessions() },
  feedback: { label: 'Feedback', to: paths.feedback() },
  'oauth-providers': { label: 'OAuth providers', to: paths.oauthProviders() },
  embeds: { label: 'Embeds', to: paths.embeds() },
  connections: { label: 'Connections', to: paths.connections() },
  settings: { label: 'Settings', to: paths.settings() },
} as const satisfies Record<string, { label: string; to: string }>

/** Which entry of the side a page belongs to. */
export type Section = keyof typeof sections
