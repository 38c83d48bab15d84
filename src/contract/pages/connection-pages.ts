import { getConnection } from '../gateway/connections.ts'
import { firstReadsBelow, type Read } from './first-reads.ts'

/** One connection, as the console's own server keeps it. */
export function connectionRead(connection_id: string): Read<typeof getConnection> {
  return { endpoint: getConnection, input: { params: { connection_id } }, keptAs: 'answer' }
}

/** The connection, and the form that changes it. */
export const aboutConnection = firstReadsBelow('connection', ({ connectionId }) => [
  connectionRead(connectionId),
])
