import type { PageWithViews } from '../../../contract/gateway/views.ts'
import { paths } from '../../paths.ts'

/** What a page with views is called, and where it is: one of a deployment needs to know of which. */
export const viewPages: Record<
  PageWithViews,
  { words: string; to: (deploymentId: string | null) => string | null }
> = {
  deployments: { words: 'Deployments', to: () => paths.deployments() },
  'all-runs': { words: 'Runs', to: () => paths.runs() },
  'all-threads': { words: 'Threads', to: () => paths.threads() },
  feedback: { words: 'Feedback', to: () => paths.feedback() },
  alerts: { words: 'Alerts', to: () => paths.alerts() },
  audit: { words: 'Audit log', to: () => paths.audit() },
  runs: { words: 'Runs of the deployment', to: (id) => id && paths.deploymentRuns(id) },
  threads: { words: 'Threads of the deployment', to: (id) => id && paths.deploymentThreads(id) },
  'deployment-feedback': {
    words: 'Feedback of the deployment',
    to: (id) => id && paths.deploymentFeedback(id),
  },
}
