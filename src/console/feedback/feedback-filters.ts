import type { EndpointInput } from '../../contract/endpoint.ts'
import { type Connection, searchesRuns } from '../../contract/gateway/connections.ts'
import { type listFeedback, scoreSigns } from '../../contract/tracing/feedback.ts'
import { useApi } from '../api.tsx'
import { previewsFilter, wantsPreviews } from '../lists/previews-filter.ts'
import { useUrlFilters } from '../lists/url-filters.ts'

export const spans = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'all', label: 'All time' },
] as const
const usualSpan = '30'

/** What a page of feedback is filtered by, from its address. */
export interface FeedbackFilters {
  deployment: string | null
  key: string | null
  revision: string | null
  /** Days back from the end of today, or `all`. */
  span: (typeof spans)[number]['value']
  sign: (typeof scoreSigns)[number] | null
  hasComment: boolean
  /** Also the votes on runs of previews. */
  withPreviews: boolean
}

type VoteFilter = NonNullable<EndpointInput<typeof listFeedback>['query']>

/**
 * The filters that an address stands for.
 * @param get a value of the address's query
 * @param deploymentId of a page that is about one deployment
 * @param connection only servers of ours have previews
 */
export function feedbackFilters(
  get: (name: string) => string | null,
  deploymentId: string | undefined,
  connection: Connection,
): FeedbackFilters {
  return {
    deployment: deploymentId ?? get('deployment'),
    key: get('key'),
    revision: get('revision'),
    span: spans.find(({ value }) => value === get('days'))?.value ?? usualSpan,
    sign: scoreSigns.find((sign) => sign === get('sign')) ?? null,
    hasComment: get('comment') === 'yes',
    withPreviews: searchesRuns(connection) && wantsPreviews(get),
  }
}

/** The filters of the address and the way to change them. See `feedbackFilters`. */
export function useFeedbackFilters(deploymentId: string | undefined) {
  const url = useUrlFilters()
  const { connection } = useApi()
  return {
    filters: feedbackFilters(url.get, deploymentId, connection),
    hasPreviews: searchesRuns(connection),
    url,
    setSpan: (span: string) => url.set('days', span === usualSpan ? null : span),
    showPreviews: () => url.set(previewsFilter.name, 'with'),
    clear: () => url.setAll({ key: null, revision: null, sign: null, comment: null, days: 'all' }),
  }
}

/** The filters as the server reads them. The time is the beginning of a day here, so it stands all day. */
export function voteFilter(filters: FeedbackFilters, now: Date): VoteFilter {
  const { deployment, key, revision, span, sign, hasComment, withPreviews } = filters
  return {
    ...(deployment && { session: deployment }),
    ...(key && { key }),
    ...(revision && { revision }),
    ...(sign && { sign }),
    ...(hasComment && { has_comment: true }),
    ...(withPreviews && { with_previews: true }),
    ...(span !== 'all' && { min_created_at: beginningOf(now, Number(span) - 1).toISOString() }),
  }
}

function beginningOf(now: Date, daysAgo: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
}
