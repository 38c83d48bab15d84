import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { listConnections } from '../../../contract/gateway/connections.ts'
import { getSession } from '../../../contract/gateway/session.ts'
import { type Api, createApi, query } from '../../api.tsx'
import { useGateway } from '../gateway-context.ts'
import { isKnownHere } from '../known-here.ts'
import { store } from '../stored.ts'
import { reviewerApi } from './reviewer-api.ts'

const retryMs = 3_000

/** Where a browser keeps which connection was used last: addresses that name none lead to it. */
export const lastConnectionKey = 'quarterdeck.connection'

/**
 * The connections, and the servers of the one that the address names; null while they are not known, or there is none.
 * Reviewers are told of none: it is not asked before it is known that nobody of them is there.
 */
export function useConnections(isReviewer: boolean) {
  const { gateway, connectionId } = useGateway()
  const session = useQuery({ ...query(gateway, getSession), staleTime: 60_000 })
  const { data, error, refetch } = useQuery({
    ...query(gateway, listConnections),
    staleTime: 60_000,
    enabled: !isReviewer && (isKnownHere() || !session.isPending),
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const connection = data?.find(({ id }) => id === connectionId)
  const api: Api | null = useMemo(
    () =>
      isReviewer
        ? reviewerApi(gateway, connectionId)
        : connection
          ? createApi(gateway, connection)
          : null,
    [gateway, connection, connectionId, isReviewer],
  )
  const isUnknown = data !== undefined && !connection
  useEffect(() => {
    if (connection) store(lastConnectionKey, connection.id)
    else if (isUnknown) store(lastConnectionKey, null)
  }, [connection, isUnknown])
  // Only reviewers are refused: of somebody who has become one, that is about to be known.
  const failure = error instanceof ApiError && error.status === 403 ? null : error
  return { connections: data ?? [], isUnknown, error: failure, api, retry: () => void refetch() }
}
