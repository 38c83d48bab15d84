import type { QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/endpoint.ts'
import { includesRole } from '../../contract/gateway/roles.ts'
import { getSession, type SessionState } from '../../contract/gateway/session.ts'
import { type Api, query } from '../api.tsx'

/**
 * Who looks, for a page that reads ahead what is not for everybody; null where they would be refused. The console asks
 * who it is before anything else, so that this waits for an answer that is on its way.
 */
export async function whoMayAsk(
  client: QueryClient,
  { gateway }: Api,
  { role }: Endpoint,
): Promise<SessionState | null> {
  const session = await client.fetchQuery({ ...query(gateway, getSession), staleTime: 60_000 })
  return role === 'anyone' || includesRole(session.role, role) ? session : null
}
