import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router-dom'
import type { Transport } from '../../../client/api.ts'
import { listConnections } from '../../../contract/gateway/connections.ts'
import { createApi, query } from '../../api.tsx'
import { chosenConnection } from '../navigation/use-connections.ts'
import type { PageHandle } from './page-handle.ts'

/**
 * Reads what the page at the present address reads first. What fails here the page asks for again, and shows.
 */
export async function readAhead(
  queryClient: QueryClient,
  router: DataRouter,
  gateway: Transport,
): Promise<void> {
  const connections = await queryClient
    .fetchQuery({ ...query(gateway, listConnections), staleTime: 60_000 })
    .catch(() => [])
  const connection = chosenConnection(connections)
  if (!connection) return
  const api = createApi(gateway, connection)
  const { matches, location } = router.state
  const address = new URLSearchParams(location.search)
  await Promise.allSettled(
    matches.map(({ route, params }) => {
      const handle = route.handle as PageHandle | undefined
      return handle?.readAhead?.(queryClient, api, params, address)
    }),
  )
}
