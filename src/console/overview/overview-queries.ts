import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { listDeployments } from '../../contract/control-plane/deployments.ts'
import { listRollouts } from '../../contract/control-plane/rollouts.ts'
import { searchAllRuns } from '../../contract/search/run-search.ts'
import { type SummaryOrder, summarizeRuns } from '../../contract/search/run-summary.ts'
import { findAllThreads } from '../../contract/search/thread-search.ts'
import { now } from '../../ui/format/now.ts'
import { type Api, query, queryKey } from '../api.tsx'
import { sinceHours } from '../lists/since.ts'

/** How many of each kind are shown; the lists have the rest. */
export const mostShown = 5
const summaryMs = 15_000
/** Into so many parts a span is cut. */
export const partCount = 24

/** The spans to choose from, by their words in an address, which the lists have too. */
export const spans = ['1h', '6h', '24h', '7d', '30d'] as const
export type TimeSpan = (typeof spans)[number]

const since = (span: TimeSpan) =>
  new Date(now() - (sinceHours(span) ?? 24) * 3_600_000).toISOString()

/** With what was made at previews, or without. */
const asked = (withPreviews: boolean) => (withPreviews ? { with_previews: true } : {})

interface AskedSummary {
  span: TimeSpan
  withPreviews: boolean
  order: SummaryOrder
  /** The most deployments. */
  limit: number
}

/** How the runs of a span went, and when it began and ended. It is a sum over many rows, so it is not made again with every run. */
export function summaryQuery(
  { controlPlane }: Api,
  { span, withPreviews, order, limit }: AskedSummary,
) {
  return queryOptions({
    queryKey: [...queryKey(controlPlane, summarizeRuns), span, withPreviews, order, limit],
    queryFn: async ({ signal }) => {
      const created_before = new Date(now()).toISOString()
      const moments = { created_after: since(span), created_before }
      const more = { sort_by: order, limit, ...asked(withPreviews) }
      const body = { ...moments, parts: partCount, ...more }
      return { ...(await call(controlPlane, summarizeRuns, { body, signal })), ...moments }
    },
    refetchInterval: summaryMs,
  })
}

/** Whether anything has ever run, or was written: as long as nothing has, there is nothing to look over. */
export function anyRunQuery({ controlPlane }: Api) {
  return query(controlPlane, searchAllRuns, { body: { limit: 1, with_previews: true } })
}

/** The newest runs of a span that failed. */
export function failedQuery({ controlPlane }: Api, span: TimeSpan, withPreviews: boolean) {
  return queryOptions({
    queryKey: [...queryKey(controlPlane, searchAllRuns), 'failed', span, withPreviews],
    queryFn: ({ signal }) =>
      call(controlPlane, searchAllRuns, {
        body: {
          status: ['error', 'timeout'],
          created_after: since(span),
          limit: mostShown,
          ...asked(withPreviews),
        },
        signal,
      }),
  })
}

/** The deployments that answer nobody: the first of them, and how many there are. */
export function unwellQuery({ controlPlane }: Api) {
  return query(controlPlane, listDeployments, { query: { health: 'unwell', limit: mostShown } })
}

/** The runs that wait or work, the oldest first. */
export function activeQuery({ controlPlane }: Api, withPreviews: boolean) {
  return query(controlPlane, searchAllRuns, {
    body: {
      status: ['pending', 'running'],
      sort_order: 'asc',
      limit: mostShown,
      ...asked(withPreviews),
    },
  })
}

/** The threads that wait for a person, those that wait longest first. */
export function waitingQuery({ controlPlane }: Api, withPreviews: boolean) {
  return query(controlPlane, findAllThreads, {
    body: {
      status: ['needs_you'],
      sort_order: 'asc',
      limit: mostShown,
      ...asked(withPreviews),
    },
  })
}

/** What is being rolled out, and how the rollouts of a span ended. Older servers do not tell. */
export function rolloutsQuery({ controlPlane }: Api, span: TimeSpan) {
  return queryOptions({
    queryKey: [...queryKey(controlPlane, listRollouts), span],
    queryFn: ({ signal }) =>
      call(controlPlane, listRollouts, { query: { since: since(span) }, signal }),
    retry: (failures, error) =>
      failures < 2 && !(error instanceof ApiError && error.status === 404),
  })
}
