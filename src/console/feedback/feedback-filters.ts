import type { EndpointInput } from '../../contract/endpoint.ts'
import { type listFeedback, scoreSigns } from '../../contract/feedback.ts'
import { useUrlFilters } from '../url-filters.ts'

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
}

type VoteFilter = NonNullable<EndpointInput<typeof listFeedback>['query']>

/**
 * The filters of the address and the way to change them.
 * @param deploymentId of a page that is about one deployment
 */
export function useFeedbackFilters(deploymentId: string | undefined) {
  const url = useUrlFilters()
  const filters: FeedbackFilters = {
    deployment: deploymentId ?? url.get('deployment'),
    key: url.get('key'),
    revision: url.get('revision'),
    span: spans.find(({ value }) => value === url.get('days'))?.value ?? usualSpan,
    sign: scoreSigns.find((sign) => sign === url.get('sign')) ?? null,
    hasComment: url.get('comment') === 'yes',
  }
  return {
    filters,
    url,
    setSpan: (span: string) => url.set('days', span === usualSpan ? null : span),
    clear: () => url.setAll({ key: null, revision: null, sign: null, comment: null, days: 'all' }),
  }
}

/** The filters as the server reads them. The time is the beginning of a day here, so it stands all day. */
export function voteFilter(filters: FeedbackFilters, now: Date): VoteFilter {
  const { deployment, key, revision, span, sign, hasComment } = filters
  return {
    ...(deployment && { session: deployment }),
    ...(key && { key }),
    ...(revision && { revision }),
    ...(sign && { sign }),
    ...(hasComment && { has_comment: true }),
    ...(span !== 'all' && { min_created_at: beginningOf(now, Number(span) - 1).toISOString() }),
  }
}

function beginningOf(now: Date, daysAgo: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
}
