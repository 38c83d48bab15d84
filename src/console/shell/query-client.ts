import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
} from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'

const maxRetries = 2
const staleMs = 2_000

/** The cache of reads. One for the whole console; a test makes its own. */
export function createQueryClient(): QueryClient {
  return new Reads({
    defaultOptions: {
      queries: {
        // The local stack answers without any network.
        networkMode: 'always',
        staleTime: staleMs,
        retry: (failures, error) => failures < maxRetries && mayPass(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
      // What is sent or answered may be a secret: it is gone with the form that sent it.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
}

class Reads extends QueryClient {
  /**
   * A first read that is under way may have been answered before the change, and is left to end by itself: it is
   * followed by another one.
   */
  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const isFirst = ({ state }: Query) => state.data === undefined
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(isFirst)
    await super.invalidateQueries(filters, options)
    if (first.length === 0) return
    await Promise.allSettled(first.map((query) => query.promise))
    const { refetchType = 'active' } = filters
    await super.invalidateQueries(
      // What failed is told to have failed, and shows nothing of before the change.
      { refetchType, predicate: (query) => first.includes(query) && !isFirst(query) },
      options,
    )
  }
}

/** True for a failure that asking again may cure: no answer, or a server in trouble. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'network' || (error.status ?? 0) >= 500)
}
