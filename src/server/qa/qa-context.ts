import type { Context } from 'hono'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import type { QaServers } from './qa-servers.ts'

/** What all of the desk needs. */
export interface QaContext {
  database: Database
  cluster: Cluster
  servers: QaServers
  now: () => Date
  /** The name of whoever asks; null where nobody has to sign in. */
  nameOf: (context: Context) => string | null
  /** Gets errors that nobody expected. */
  report: (error: Error) => void
}
