import { useQuery } from '@tanstack/react-query'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { type FeedbackGroup, summarizeFeedback } from '../../../../contract/tracing/feedback.ts'
import { now } from '../../../../ui/format/now.ts'
import { query, useApi } from '../../../api.tsx'

/** What was voted in the last 30 days on a revision; undefined where there is no vote, or nothing is known. */
export function useRevisionVotes(
  deploymentId: string,
): (revisionId: string) => FeedbackGroup | undefined {
  const api = useApi()
  const { data } = useQuery({
    ...query(api.tracing, summarizeFeedback, {
      query: { session: deploymentId, group_by: 'revision_id', min_created_at: thirtyDaysAgo() },
    }),
    // The published service counts nothing.
    enabled: searchesRuns(api.connection),
    retry: false,
  })
  return (revisionId) => data?.groups.find(({ revision_id }) => revision_id === revisionId)
}

/** As the reader counts days: what is asked is the same until midnight. */
function thirtyDaysAgo(): string {
  const today = new Date(now())
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - 30).toISOString()
}
