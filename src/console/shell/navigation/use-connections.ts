import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Connection, listConnections } from '../../../contract/gateway/connections.ts'
import { type Api, createApi, query } from '../../api.tsx'
import { useGateway } from '../gateway-context.ts'
import { readStored, store, useStored } from '../stored.ts'

const retryMs = 3_000
const storageKey = 'quarterdeck.connection'

/** The connection chosen last in this browser, else the first. */
export function chosenConnection(connections: readonly Connection[]): Connection | undefined {
  return pick(connections, readStored(storageKey))
}

function pick(connections: readonly Connection[], chosenId: string | null): Connection | undefined {
  return connections.find(({ id }) => id === chosenId) ?? connections[0]
}

/** The connections, the one chosen last in this browser (or the first), and the way to choose another. */
export function useConnections() {
  const { gateway } = useGateway()
  const { data, error, refetch } = useQuery({
    ...query(gateway, listConnections),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const chosenId = useStored(storageKey)
  const connection = pick(data ?? [], chosenId)
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
