import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router-dom'
import type { Transport } from '../../../client/api.ts'
import { listConnections, refusalOf } from '../../../contract/gateway/connections.ts'
import { includesRole } from '../../../contract/gateway/roles.ts'
import { getSession } from '../../../contract/gateway/session.ts'
import { isList, type Read } from '../../../contract/pages/first-reads.ts'
import { type Api, createApi, query } from '../../api.tsx'
import { listQuery, readQuery } from '../../reads.ts'
import { isKnownHere } from '../known-here.ts'
import type { PageHandle } from './page-handle.ts'

/**
 * Reads what the page at the present address reads first. What fails here the page asks for again, and shows. Nothing
 * is read ahead for reviewers, who would be refused.
 */
export async function readAhead(
  queryClient: QueryClient,
  router: DataRouter,
  gateway: Transport,
  connectionId: string,
): Promise<void> {
  if (!isKnownHere()) {
    const session = await queryClient
      .fetchQuery({ ...query(gateway, getSession), staleTime: 60_000 })
      .catch(() => null)
    if (!session || (session.required && !session.signed_in)) return
    if (session.role != null && !includesRole(session.role, 'viewer')) return
  }
  const connections = await queryClient
    .fetchQuery({ ...query(gateway, listConnections), staleTime: 60_000 })
    .catch(() => [])
  const connection = connections.find(({ id }) => id === connectionId)
  if (!connection) return
  const api = createApi(gateway, connection)
  const { matches, location } = router.state
  const address = new URLSearchParams(location.search)
  await Promise.allSettled(
    matches.flatMap(({ route, params }) => {
      const handle = route.handle as PageHandle | undefined
      const reads = handle?.firstReads?.reads(params) ?? []
      return [
        ...reads.map((read) => prefetch(queryClient, api, read)),
        handle?.readAhead?.(queryClient, api, params, address),
      ]
    }),
  )
}

async function prefetch(queryClient: QueryClient, api: Api, read: Read): Promise<void> {
  const { connection } = api
  if (read.needsControlPlane && connection.kind === 'agent_server') return
  if (read.needs && refusalOf(connection, read.needs)) return
  if (isList(read)) await queryClient.prefetchInfiniteQuery(listQuery(api, read))
  else if (read.keptAs === 'answer') await queryClient.prefetchQuery(readQuery(api, read))
}
