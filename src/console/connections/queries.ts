import { getConnection } from '../../contract/connections.ts'
import { type Api, query } from '../api.tsx'

/** One connection, as the console's own server keeps it. */
export function connectionQuery({ gateway }: Api, connectionId: string) {
  return query(gateway, getConnection, { params: { connection_id: connectionId } })
}
