import { Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { requireKey } from '../http/require-key.ts'
import { type AgentHost, agentHost } from './agent-host.ts'
import { mountAssistants } from './agent-routes.ts'
import { RunEngine } from './run-engine.ts'
import { mountRuns } from './run-routes.ts'
import { mountThreads } from './thread-routes.ts'

/** The agent servers of all deployments: their HTTP interface, and what starts and stops them. */
export interface AgentServer {
  /** To be mounted at `/agents/:deployment_name`. */
  routes: Hono
  host: AgentHost
  /**
   * Takes no more work, brings every stream to a clean end, and hands running runs back: they go on
   * from their last checkpoint after the next start.
   */
  stop(): Promise<void>
}

export function createAgentServer(deps: {
  database: Database
  now: () => Date
  /** Every request carries it (§5.3), see `requireKey`. */
  apiKey: string
  /** One pre-signed URL for each key of a run (§2.6). */
  issueFeedbackUrls(input: {
    run_id: string
    deployment_id: string
    keys: string[]
  }): Promise<Record<string, string>>
  /** Gets errors that nobody expected. */
  report(error: Error): void
  heartbeatMs?: number
  /** How long a run may take to stop before its process is ended. */
  stopGraceMs?: number
}): AgentServer {
  const engine = new RunEngine({ ...deps, stopGraceMs: deps.stopGraceMs ?? 5_000 })
  const closing = new AbortController()
  const routes = new Hono()
  routes.use('*', requireKey(deps.apiKey))
  mountAssistants(routes, engine)
  mountThreads(routes, engine)
  mountRuns(routes, engine, { heartbeatMs: deps.heartbeatMs ?? 5_000, closing: closing.signal })
  return {
    routes,
    host: agentHost(engine),
    async stop() {
      closing.abort()
      await engine.stop()
    },
  }
}
