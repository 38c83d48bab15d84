import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import type { Prices } from '../usage/prices.ts'
import type { ExecutorPool } from './executors/executor-pool.ts'
import type { RunLogs } from './streams/log/run-logs.ts'
import type { StateLimits } from './threads/state-limits.ts'
import type { RunTraces } from './traces/run-traces.ts'
import type { UsageBook } from './usage/usage-book.ts'

/** What the engine's parts work with; each of them names what it needs of it. */
export interface EngineContext {
  database: Database
  now: () => Date
  cluster: Cluster
  executors: ExecutorPool
  logs: RunLogs
  usage: UsageBook
  /** Null where nothing is traced. */
  traces: RunTraces | null
  /** How large states may be. */
  stateLimits: StateLimits
  /** What models cost at present. */
  prices: () => Prices
  report(error: Error): void
  issueFeedbackUrls(input: {
    run_id: string
    deployment_id: string | null
    keys: string[]
  }): Promise<Record<string, string>>
}
