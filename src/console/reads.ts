import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, type Transport } from '../client/api.ts'
import { callPlainer } from '../client/plain-request.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '../contract/endpoint.ts'
import type { ListEndpoint, ListRead, Read } from '../contract/pages/first-reads.ts'
import { type Api, query, queryKey } from './api.tsx'

/** The most at once that every server gives. */
const modestLimit = 100

/**
 * A first read of a page as a query, for the page as for reading it ahead. A server that gives fewer at once than
 * it is asked for is asked for fewer.
 */
export function readQuery<E extends Endpoint>(api: Api, read: Read<E>) {
  const { endpoint, input } = read
  const server = serverOf(api, read)
  const asked = query(server, endpoint, input)
  const { body } = input as { body?: { limit?: number } }
  if (!body?.limit || body.limit <= modestLimit) return asked
  const modest = { ...input, body: { ...body, limit: modestLimit } } as EndpointInput<E>
  return queryOptions<EndpointOutput<E>, Error>({
    queryKey: asked.queryKey,
    queryFn: ({ signal }) => callPlainer(server, endpoint, [input, modest], { signal }),
  })
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
