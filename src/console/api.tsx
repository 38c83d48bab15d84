import {
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { call, type Transport } from '../client/api.ts'
import type { ApiError } from '../client/api-error.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import { type Connection, gatewayPaths, searchesRuns } from '../contract/gateway/connections.ts'

/** The servers of one connection, each behind the gateway, which adds the keys. */
export interface Api {
  connection: Connection
  /** The console's own server. */
  gateway: Transport
  controlPlane: Transport
  /** The agent server of a deployment. */
  agent: (deploymentId: string) => Transport
  tracing: Transport
}

/**
 * The transports of a connection.
 * @param gateway the console's own server: its `fetch` and headers carry over to the others
 */
export function createApi(gateway: Transport, connection: Connection): Api {
  const paths = gatewayPaths(connection.id)
  const below = (path: string): Transport => ({ ...gateway, baseUrl: `${gateway.baseUrl}${path}` })
  return {
    connection,
    gateway,
    controlPlane: below(paths.controlPlane),
    agent: (deploymentId) => ({
      ...below(paths.agent(deploymentId)),
      isForeign: !searchesRuns(connection),
    }),
    tracing: below(paths.tracing),
  }
}

const ApiContext = createContext<Api | null>(null)

/** Hands the connection that was chosen in the shell to all pages. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>
}

/** The servers of the chosen connection. Every page is below the shell, which provides them. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider above it.')
  return api
}

/** Key of one read: the server's address, the endpoint and its input. Never a credential. */
export function queryKey<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input?: EndpointInput<E>,
) {
  return input === undefined
    ? ([transport.baseUrl, endpoint.name] as const)
    : ([transport.baseUrl, endpoint.name, input] as const)
}

/**
 * A read of an endpoint as query options, for `useSuspenseQuery`, `useQuery`, prefetching and
 * invalidation. Spread it to add a `refetchInterval`, which is a function of the last data only.
 */
export function query<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  input: EndpointInput<E> = {},
) {
  return queryOptions<EndpointOutput<E>, Error>({
    queryKey: queryKey(transport, endpoint, input),
    queryFn: ({ signal }) => call(transport, endpoint, { ...input, signal }),
  })
}

/**
 * Spread beside a read that is not suspended: that it failed is the page's failure only as long as nothing was read;
 * later it is told by a LastChecked.
 */
export const failsUnread = {
  throwOnError: (_error: Error, { state }: { state: { data: unknown } }) =>
    state.data === undefined,
}

/** What changed by a write: keys of reads that are now old, by their beginnings. */
type Invalidates<E extends Endpoint> = (
  output: EndpointOutput<E>,
  input: EndpointInput<E>,
) => readonly QueryKey[]

/**
 * A write to an endpoint. `mutate(input)` sends it once; its error is the one report of a failure, to
 * be shown where code-style.md says. The reads named by `invalidates` are fetched again afterwards.
 */
export function useCall<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  options: { invalidates?: Invalidates<E> } = {},
): UseMutationResult<EndpointOutput<E>, ApiError, EndpointInput<E>> {
  const queryClient = useQueryClient()
  return useMutation<EndpointOutput<E>, ApiError, EndpointInput<E>>({
    mutationKey: [transport.baseUrl, endpoint.name],
    mutationFn: (input) => call(transport, endpoint, input),
    onSuccess: (output, input) => {
      for (const key of options.invalidates?.(output, input) ?? []) {
        void queryClient.invalidateQueries({ queryKey: key })
      }
    },
  })
}
