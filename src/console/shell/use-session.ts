import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { getSession } from '../../contract/gateway/session.ts'
import { query } from '../api.tsx'
import { useGateway } from './gateway-context.ts'

/** Whether the operator has to sign in, and has; undefined while not known. Follows a session that ends. */
export function useSession() {
  const { gateway } = useGateway()
  const queryClient = useQueryClient()
  const session = query(gateway, getSession)
  const { data } = useQuery({ ...session, staleTime: 60_000 })
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        const isAboutSession = event.query.queryKey[1] === getSession.name
        if (error instanceof ApiError && error.status === 401 && !isAboutSession) {
          void queryClient.invalidateQueries({ queryKey: [gateway.baseUrl, getSession.name] })
        }
      }),
    [queryClient, gateway],
  )
  return data
}
