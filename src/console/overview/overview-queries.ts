import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/api.ts'
import { searchAllRuns } from '../../contract/search/run-search.ts'
import { summarizeRuns } from '../../contract/search/run-summary.ts'
import { findAllThreads } from '../../contract/search/thread-search.ts'
import { type Api, query, queryKey } from '../api.tsx'
import { sinceHours } from '../lists/since.ts'

/** How many of each kind are shown; the lists have the rest. */
const mostShown = 5
const summaryMs = 15_000
/** Into so many parts a span is cut. */
export const partCount = 24

/** The spans to choose from, by their words in an address, which the lists have too. */
export const spans = ['1h', '24h', '7d'] as const
export type Span = (typeof spans)[number]

const since = (span: Span) =>
  new Date(Date.now() - (sinceHours(span) ?? 24) * 3_600_000).toISOString()

/** How the runs of a span went. It is a sum over many rows, so it is not made again with every run. */
export function summaryQuery({ controlPlane }: Api, span: Span) {
  return queryOptions({
    queryKey: [...queryKey(controlPlane, summarizeRuns), span],
    queryFn: ({ signal }) => {
      const body = { created_after: since(span), parts: partCount }
      return call(controlPlane, summarizeRuns, { body, signal })
    },
    refetchInterval: summaryMs,
  })
}

/** The newest runs of a span that failed. */
export function failedQuery({ controlPlane }: Api, span: Span) {
  return queryOptions({
    queryKey: [...queryKey(controlPlane, searchAllRuns), 'failed', span],
    queryFn: ({ signal }) =>
      call(controlPlane, searchAllRuns, {
        body: { status: ['error', 'timeout'], created_after: since(span), limit: mostShown },
        signal,
      }),
  })
}

/** The runs that wait or work, the oldest first. */
export function activeQuery({ controlPlane }: Api) {
  return query(controlPlane, searchAllRuns, {
    body: { status: ['pending', 'running'], sort_order: 'asc', limit: mostShown },
  })
}

/** The threads that wait for a person, those that wait longest first. */
export function waitingQuery({ controlPlane }: Api) {
  return query(controlPlane, findAllThreads, {
    body: { status: ['needs_you'], sort_order: 'asc', limit: mostShown },
  })
}
