import type { FeedbackTarget } from '../../../client/feedback.ts'
import { readVotedRun } from '../../../client/voted-run.ts'
import { feedbackOrigin } from '../../../contract/gateway/connections.ts'
import type { Api } from '../../api.tsx'

/**
 * Where votes on the runs of a deployment go. Where they are kept here for a server that has no place for them, the first
 * on a run takes along where the run is and what it is about: nobody else knows.
 * @param threadOf the thread of a run, where it is known
 */
export function feedbackTarget(
  api: Api,
  deploymentId: string,
  threadOf: (run_id: string) => string | null,
): FeedbackTarget {
  const target = { transport: api.tracing, allowedOrigin: feedbackOrigin(api.connection) }
  if (!api.connection.keeps_votes) return target
  const agent = api.agent(deploymentId)
  return {
    ...target,
    async aboutOf(run_id) {
      const thread_id = threadOf(run_id)
      return thread_id ? readVotedRun(agent, { thread_id, run_id }) : null
    },
  }
}
