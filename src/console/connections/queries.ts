import { useQuery } from '@tanstack/react-query'
import type { Params } from 'react-router-dom'
import { connectionRead } from '../../contract/pages/connection-pages.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { type Api, useApi } from '../api.tsx'
import { readQuery } from '../reads.ts'

/** One connection, as the console's own server keeps it. */
export function connectionQuery(api: Api, connectionId: string) {
  return readQuery(api, connectionRead(connectionId))
}

/** The name of a page's connection, its id where it cannot be read; null while it is being read. */
export function useConnectionName({ connectionId = '' }: Params): string | null {
  const { data, error } = useQuery(connectionQuery(useApi(), connectionId))
  return data?.name ?? (error ? shortId(connectionId) : null)
}
