import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { listConnections } from '../../../contract/gateway/connections.ts'
import { type Api, createApi, query } from '../../api.tsx'
import { useGateway } from '../gateway-context.ts'
import { store } from '../stored.ts'

const retryMs = 3_000

/** Where a browser keeps which connection was used last: addresses that name none lead to it. */
export const lastConnectionKey = 'quarterdeck.connection'

/** The connections, and the servers of the one that the address names; null while they are not known, or there is none. */
export function useConnections() {
  const { gateway, connectionId } = useGateway()
  const { data, error, refetch } = useQuery({
    ...query(gateway, listConnections),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const connection = data?.find(({ id }) => id === connectionId)
  const api: Api | null = useMemo(
    () => (connection ? createApi(gateway, connection) : null),
    [gateway, connection],
  )
  const isUnknown = data !== undefined && !connection
  useEffect(() => {
    if (connection) store(lastConnectionKey, connection.id)
    else if (isUnknown) store(lastConnectionKey, null)
  }, [connection, isUnknown])
  return { connections: data ?? [], isUnknown, error, api, retry: () => void refetch() }
}
