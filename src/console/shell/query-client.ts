import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'

const maxRetries = 2
const staleMs = 2_000

/** The cache of reads. One for the whole console; a test makes its own. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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

/** True for a failure that asking again may cure: no answer, or a server in trouble. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'network' || (error.status ?? 0) >= 500)
}
