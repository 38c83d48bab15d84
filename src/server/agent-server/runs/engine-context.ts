import type { Database } from '../../db/database.ts'
import type { Fleet } from '../executors/fleet.ts'
import type { Signals } from '../signals.ts'
import type { RunLogs } from '../streams/run-logs.ts'

/** What the parts of the run engine share. */
export interface EngineContext {
  database: Database
  now: () => Date
  /** This process among those that share a database. */
  processId: string
  fleet: Fleet
  logs: RunLogs
  /** The line to the other processes. */
  signals: Signals
  report(error: Error): void
  issueFeedbackUrls(input: {
    run_id: string
    deployment_id: string
    keys: string[]
  }): Promise<Record<string, string>>
}

/** What was thrown, as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
