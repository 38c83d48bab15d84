import type { Context } from 'hono'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import type { QaServers } from './qa-servers.ts'
import type { Reader } from './who-sees.ts'

/** What all of QA needs. */
export interface QaContext {
  database: Database
  cluster: Cluster
  servers: QaServers
  /** The console's address, without a slash at its end. */
  publicUrl: string
  now: () => Date
  /** The name of whoever asks; null where nobody has to sign in. */
  nameOf: (context: Context) => string | null
  readerOf: (context: Context) => Reader
  /** People sign in under names; elsewhere they say who they are. */
  hasPeople: boolean
  /** All names that somebody can sign in under. */
  knownNames: () => Promise<string[]>
  /** Which of some names nobody can sign in under; none where nobody has to. */
  unknownNames: (names: readonly string[]) => Promise<string[]>
  /** Gets errors that nobody expected. */
  report: (error: Error) => void
}
