import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listConnections } from '../../contract/connections.ts'
import { type Api, createApi, query } from '../api.tsx'
import { useGateway } from './gateway-context.ts'
import { store, useStored } from './stored.ts'

const retryMs = 3_000
const storageKey = 'quarterdeck.connection'

/** The connections, the one chosen last in this browser (or the first), and the way to choose another. */
export function useConnections() {
  const { gateway } = useGateway()
  const { data, error, refetch } = useQuery({
    ...query(gateway, listConnections),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const chosenId = useStored(storageKey)
  const connection = data?.find(({ id }) => id === chosenId) ?? data?.[0]
  const api: Api | null = useMemo(
    () => (connection ? createApi(gateway, connection) : null),
    [gateway, connection],
  )
  return {
    connections: data ?? [],
    isLoaded: data !== undefined,
    error,
    api,
    choose: (connectionId: string) => store(storageKey, connectionId),
    retry: () => void refetch(),
  }
}
