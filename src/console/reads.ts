import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type Transport } from '../client/api.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ListEndpoint, ListRead, Read } from '../contract/pages/first-reads.ts'
import { type Api, query, queryKey } from './api.tsx'

/** A first read of a page as a query, for the page as for reading it ahead. */
export function readQuery<E extends Endpoint>(api: Api, read: Read<E>) {
  return query(serverOf(api, read), read.endpoint, read.input)
}

/** A list that a page begins with, as a query of its pages. */
export function listQuery<E extends ListEndpoint>(api: Api, read: ListRead<E>) {
  const { endpoint, limit, pageAt } = read
  const server = serverOf(api, read)
  return infiniteQueryOptions({
    queryKey: [...queryKey(server, endpoint, read.input), 'pages'],
    queryFn: ({ pageParam, signal }) => call(server, endpoint, { ...pageAt(pageParam), signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.resources.length < limit
        ? undefined
        : pages.reduce((count, page) => count + page.resources.length, 0),
  })
}

function serverOf(api: Api, { endpoint, deploymentId }: Read): Transport {
  if (deploymentId !== undefined) return api.agent(deploymentId)
  if (endpoint.area === 'control-plane') return api.controlPlane
  return endpoint.area === 'tracing' ? api.tracing : api.gateway
}
