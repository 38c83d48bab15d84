import type { StartedBy } from '../../contract/control-plane/revisions.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'

/** What retention needs. */
export interface RetentionContext {
  database: Database
  cluster: Cluster
  now: () => Date
  /** Who asks, by a header of the request. */
  askerOf: (header: (name: string) => string | undefined) => StartedBy
  /** Writes a line of the log. */
  say: (sentence: string, facts: object) => void
  report: (error: Error) => void
  /** How often it is looked for what is old; every minute when absent. */
  sweepMs?: number | undefined
  /** Batches of one kind at a time; 40 when absent. */
  batches?: number | undefined
}
