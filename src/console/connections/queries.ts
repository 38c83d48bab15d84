import { useQuery } from '@tanstack/react-query'
import type { Params } from 'react-router-dom'
import { getConnection } from '../../contract/gateway/connections.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { type Api, query, useApi } from '../api.tsx'

/** One connection, as the console's own server keeps it. */
export function connectionQuery({ gateway }: Api, connectionId: string) {
  return query(gateway, getConnection, { params: { connection_id: connectionId } })
}

/** The name of a page's connection, its id where it cannot be read; null while it is being read. */
export function useConnectionName({ connectionId = '' }: Params): string | null {
  const { data, error } = useQuery(connectionQuery(useApi(), connectionId))
  return data?.name ?? (error ? shortId(connectionId) : null)
}
