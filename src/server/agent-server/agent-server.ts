import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { AgentHost } from '../cluster/agent-host.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import { ignoredFieldsHeader } from '../http/ignored-fields.ts'
import { requireKey } from '../http/require-key.ts'
import { agentHost } from './agent-host.ts'
import { mountServerInfo } from './agent-routes.ts'
import { mountAssistants } from './assistants/assistant-routes.ts'
import { mountCrons } from './crons/cron-routes.ts'
import { CronTicks } from './crons/cron-ticks.ts'
import { mountExecutor } from './executors/executor-routes.ts'
import { ExecutorWatch } from './executors/executor-watch.ts'
import { mountGraphs } from './graphs/graph-routes.ts'
import { mountStore } from './items/store-routes.ts'
import { type EngineLimits, engineLimits } from './runs/engine-limits.ts'
import { createRunEngine } from './runs/run-engine.ts'
import { mountRuns } from './runs/run-routes.ts'
import { mountStatelessRuns } from './runs/stateless-run-routes.ts'
import type { VotedRuns } from './search/run-search.ts'
import { mountRunSearch } from './search/run-search-routes.ts'
import { RunListening } from './streams/run-listening.ts'
import { mountThreadStream } from './streams/thread-stream-routes.ts'
import { mountThreads } from './threads/thread-routes.ts'
import { mountThreadStates } from './threads/thread-state-routes.ts'
import type { WebhookOptions } from './webhooks/webhooks.ts'

/** The agent servers of all deployments: their HTTP interface, and what starts and stops them. */
export interface AgentServer {
  /** To be mounted at `/agents/:deployment_name`. */
  routes: Hono
  host: AgentHost
  /** How many revisions have executors. */
  loadedCount(): number
  /**
   * Takes no more work, brings every stream to a clean end, and hands running runs back: they go on
   * from their last checkpoint after the next start.
   */
  stop(): Promise<void>
}

export function createAgentServer(deps: {
  database: Database
  cluster: Cluster
  now: () => Date
  /** Every request carries it (§5.3), see `requireKey`. */
  apiKey: string
  /** One pre-signed URL for each key of a run (§2.6). */
  issueFeedbackUrls(input: {
    run_id: string
    deployment_id: string
    keys: string[]
  }): Promise<Record<string, string>>
  votedRuns: VotedRuns
  /** Gets errors that nobody expected. */
  report(error: Error): void
  heartbeatMs?: number
  /** What is absent has the default of `engineLimits`. */
  limits?: Partial<EngineLimits>
  webhooks: WebhookOptions
  /** A preview that rests is started before a request to its name goes on; may throw an HttpError. */
  wakePreview?: (name: string) => Promise<void>
}): AgentServer {
  const limits = engineLimits(deps.limits ?? {})
  const engine = createRunEngine({ ...deps, limits })
  const closing = new AbortController()
  const routes = new Hono()
  // The key is what opens it, not a cookie: so a page of any origin may call, as the published servers allow.
  routes.use(
    '*',
    cors({
      origin: '*',
      exposeHeaders: [
        'content-location',
        'location',
        'x-pagination-total',
        'x-pagination-next',
        ignoredFieldsHeader,
      ],
      maxAge: 600,
    }),
  )
  routes.use('*', requireKey(deps.apiKey))
  routes.use('*', async (context, next) => {
    const name = context.req.param('deployment_name') ?? ''
    if (name.includes('@')) await deps.wakePreview?.(name)
    await next()
  })
  mountServerInfo(routes, engine)
  const watch = new ExecutorWatch(engine)
  const crons = new CronTicks(engine)
  mountExecutor(routes, engine, watch)
  mountAssistants(routes, engine)
  mountGraphs(routes, engine)
  mountThreads(routes, engine)
  mountThreadStates(routes, engine)
  mountStore(routes, engine)
  const streams = { heartbeatMs: deps.heartbeatMs ?? 5_000, closing: closing.signal }
  const listening = new RunListening(engine, streams)
  // Before the runs: an id stands where these have a word.
  mountCrons(routes, engine, crons)
  mountRunSearch(routes, engine, deps.votedRuns)
  mountRuns(routes, engine, listening)
  mountStatelessRuns(routes, engine, listening)
  mountThreadStream(routes, engine, streams)
  return {
    routes,
    host: agentHost(engine, deps.votedRuns),
    loadedCount: () => engine.executors.loadedCount,
    async stop() {
      closing.abort()
      const watched = watch.stop()
      await crons.stop()
      await engine.stop()
      await watched
    },
  }
}
