import { Hono } from 'hono'
import { mountReference } from '../api-reference/reference-routes.ts'
import type { AgentHost } from '../cluster/agent-host.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import { limitBody, refuseNul } from '../http/request-guards.ts'
import { type ApiKey, checkKey } from '../http/require-key.ts'
import { answerErrors } from '../http/route.ts'
import { tellChanges } from '../http/tell-changes.ts'
import type { Isolation } from '../isolation/isolation.ts'
import { noIsolation } from '../isolation/no-isolation.ts'
import type { RunHistory } from '../run-history.ts'
import { noPrices, type Prices } from '../usage/prices.ts'
import { mountA2a } from './a2a/a2a-routes.ts'
import { agentHost } from './agent-host.ts'
import { mountServerInfo } from './agent-routes.ts'
import { mountAssistants } from './assistants/routes/assistant-routes.ts'
import { guardRequests } from './auth/guard-requests.ts'
import { mountComponents } from './components/component-routes.ts'
import { createRunEngine } from './create-run-engine.ts'
import { mountCrons } from './crons/cron-routes.ts'
import { CronTicks } from './crons/ticks/cron-ticks.ts'
import { mountExecutor } from './executors/watch/executor-routes.ts'
import { ExecutorWatch } from './executors/watch/executor-watch.ts'
import { mountGraphs } from './graphs/graph-routes.ts'
import { mountStore } from './items/store-routes.ts'
import { mountMcp } from './mcp/mcp-routes.ts'
import { onBehalfOf } from './on-behalf/on-behalf.ts'
import { ownAskerOf, passedRequestOf } from './own-requests/own-asker.ts'
import { projectCors } from './project-http/project-cors.ts'
import { mountProtocol } from './protocol-v2/protocol-routes.ts'
import { checkSocketOrigin } from './protocol-v2/socket-origin.ts'
import { type EngineLimits, engineLimits } from './runs/engine-limits.ts'
import { mountRuns } from './runs/routes/run-routes.ts'
import { mountStatelessRuns } from './runs/routes/stateless-run-routes.ts'
import type { VotedRuns } from './search/run-search.ts'
import { mountRunSearch } from './search/run-search-routes.ts'
import { mountServerMetrics } from './server-metrics.ts'
import { RunListening } from './streams/run-listening.ts'
import { mountThreadStream } from './streams/thread-stream-routes.ts'
import { mountThreads } from './threads/routes/thread-routes.ts'
import { mountThreadStates } from './threads/routes/thread-state-routes.ts'
import { runHistory } from './threads/run-history.ts'
import type { RunTraces } from './traces/run-traces.ts'
import { mountUsage } from './usage/usage-routes.ts'
import type { WebhookOptions } from './webhooks/webhooks.ts'

/** The agent servers of all deployments: their HTTP interface, and what starts and stops them. */
export interface AgentServer {
  /** To be mounted at `/agents/:deployment_name`. */
  routes: Hono
  host: AgentHost
  /** How many revisions have executors. */
  loadedCount(): number
  /** A run is at work here. */
  isBusy(): boolean
  history: RunHistory
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
  /** Every request carries it (§5.3), unless the project has an authorization of its own, see `guardRequests`. */
  apiKey: ApiKey
  /** One pre-signed URL for each key of a run (§2.6); of one that is gone (no deployment) those that it left. */
  issueFeedbackUrls(input: {
    run_id: string
    deployment_id: string | null
    keys: string[]
  }): Promise<Record<string, string>>
  votedRuns: VotedRuns
  /** What models cost at present; nothing has a price when absent. */
  prices?: () => Prices
  /** Where runs are told as traces; nowhere when absent. */
  traces?: RunTraces | null
  /** Gets errors that nobody expected. */
  report(error: Error): void
  heartbeatMs?: number
  /** What is absent has the default of `engineLimits`. */
  limits?: Partial<EngineLimits>
  webhooks: WebhookOptions
  /** How executors are kept apart from the server; not at all when absent. */
  isolation?: Isolation
  /** How others reach this server; as they have asked, where it is absent. */
  publicUrl?: string
  /** A preview that rests is started before a request to its name goes on; may throw an HttpError. */
  wakePreview?: (name: string) => Promise<void>
  /** The same by its id, before a run of a schedule; does nothing for what is no preview. */
  wakePreviewById?: (id: string) => Promise<void>
}): AgentServer {
  const limits = engineLimits(deps.limits ?? {})
  const engine = createRunEngine({
    prices: () => noPrices,
    traces: null,
    ...deps,
    limits,
    isolation: deps.isolation ?? noIsolation(),
    answerOwn: async (request, bindings) => itself.fetch(request, bindings),
  })
  const closing = new AbortController()
  const routes = new Hono()
  routes.use('*', projectCors(engine.executors))
  routes.use('*', checkSocketOrigin())
  routes.use('*', async (context, next) => {
    const name = context.req.param('deployment_name') ?? ''
    if (name.includes('@') && !ownAskerOf(context) && !passedRequestOf(context)) {
      // Whoever a project lets in does not start its previews.
      checkKey(context, deps.apiKey)
      await deps.wakePreview?.(name)
    }
    await next()
  })
  // Published with a slash at its end as well.
  routes.all('/mcp/', (context) => context.redirect('../mcp', 308))
  routes.use('*', guardRequests(engine, deps.apiKey))
  mountServerInfo(routes, engine)
  mountServerMetrics(routes, engine, limits)
  mountReference(routes, {
    area: 'agent',
    title: 'Agent server',
    description:
      'Threads, runs and what belongs to them, of one deployment: the published interface of agent servers, and what this server has beside it.',
    urlOf: ({ req }) =>
      `${deps.publicUrl ?? new URL(req.url).origin}/agents/${req.param('deployment_name')}`,
  })
  const watch = new ExecutorWatch(engine, limits.silenceMs)
  const crons = new CronTicks(engine, async (id) => deps.wakePreviewById?.(id))
  mountExecutor(routes, engine, watch)
  mountAssistants(routes, engine)
  mountGraphs(routes, engine)
  mountComponents(routes, engine, deps.publicUrl ?? null)
  mountThreads(routes, engine)
  mountThreadStates(routes, engine)
  mountStore(routes, engine)
  mountUsage(routes, engine)
  const streams = { heartbeatMs: deps.heartbeatMs ?? 5_000, closing: closing.signal }
  const listening = new RunListening(engine, streams)
  // Before the runs: an id stands where these have a word.
  mountCrons(routes, engine, crons)
  mountRunSearch(routes, engine, deps.votedRuns)
  mountRuns(routes, engine, listening)
  mountStatelessRuns(routes, engine, listening)
  mountThreadStream(routes, engine, streams)
  mountProtocol(routes, engine, streams)
  const itself = new Hono()
  answerErrors(itself, deps.report)
  itself.use(refuseNul(), limitBody(), tellChanges(deps.cluster))
  const onBehalf = onBehalfOf(itself)
  const mcp = mountMcp(routes, engine, onBehalf)
  mountA2a(routes, engine, { ...streams, onBehalf, publicUrl: deps.publicUrl ?? null })
  itself.route('/agents/:deployment_name', routes)
  return {
    routes,
    host: agentHost(engine, deps.votedRuns, watch),
    loadedCount: () => engine.executors.loadedCount,
    isBusy: () => engine.attempts.size > 0,
    history: runHistory(engine),
    async stop() {
      closing.abort()
      await mcp.stop()
      const watched = watch.stop()
      await crons.stop()
      await engine.stop()
      await watched
    },
  }
}
