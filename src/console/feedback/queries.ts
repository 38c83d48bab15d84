import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { listRevisions } from '../../contract/control-plane/revisions.ts'
import { listFeedback, summarizeFeedback } from '../../contract/tracing/feedback.ts'
import { now } from '../../ui/format/now.ts'
import { type Api, query, queryKey } from '../api.tsx'
import { type FeedbackFilters, feedbackFilters, voteFilter } from './feedback-filters.ts'

const votesAtOnce = 30

/** Votes that the filters let through, newest first, in pages. */
export function votesQuery(api: Api, filters: FeedbackFilters) {
  const filter = voteFilter(filters, new Date(now()))
  return infiniteQueryOptions({
    queryKey: [...queryKey(api.tracing, listFeedback, { query: filter }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(api.tracing, listFeedback, {
        query: { ...filter, limit: votesAtOnce, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length < votesAtOnce ? undefined : pages.length * votesAtOnce,
    placeholderData: keepPreviousData,
  })
}

/** All votes ever by key and revision (by key and deployment where they are of all): what there is to choose. */
export function overviewQuery(
  api: Api,
  { deployment, withPreviews }: Pick<FeedbackFilters, 'deployment' | 'withPreviews'>,
) {
  const previews = withPreviews ? { with_previews: true } : {}
  return query(api.tracing, summarizeFeedback, {
    query: deployment
      ? { session: deployment, group_by: ['key', 'revision_id'], ...previews }
      : { group_by: ['key', 'deployment_id'], ...previews },
  })
}

/** The votes that the filters let through, by day and all else, in days as the reader counts them. */
export function daysQuery(api: Api, filters: FeedbackFilters) {
  return {
    ...query(api.tracing, summarizeFeedback, {
      query: {
        ...voteFilter(filters, new Date(now())),
        group_by: ['day', 'key', filters.deployment ? 'revision_id' : 'deployment_id'],
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    }),
    placeholderData: keepPreviousData,
  }
}

/** Begins what a page of feedback reads first, as its address says; see `PageHandle.readAhead`. */
export function readFeedbackAhead(
  client: QueryClient,
  api: Api,
  address: URLSearchParams,
  deploymentId?: string,
) {
  const filters = feedbackFilters((name) => address.get(name), deploymentId, api.connection)
  return Promise.all([
    client.prefetchQuery(overviewQuery(api, filters)),
    client.prefetchQuery(daysQuery(api, filters)),
    client.prefetchInfiniteQuery(votesQuery(api, filters)),
  ])
}

/** Among so many of the newest revisions those are looked for that went live. */
export const mostLive = 100

/** The latest revisions of the deployment. */
export function liveRevisionsQuery(api: Api, deployment: string | null) {
  return {
    ...query(api.controlPlane, listRevisions, {
      params: { deployment_id: deployment ?? '' },
      query: { limit: mostLive },
    }),
    enabled: deployment !== null,
  }
}

/** The published interface lists votes and counts nothing; it takes “summary” for the id of a vote. */
export function hasNoSummary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const isTakenForId =
    error.status === 422 && error.fieldErrors.some(({ loc }) => loc[0] === 'path')
  return isTakenForId || [404, 405, 501].includes(error.status)
}
