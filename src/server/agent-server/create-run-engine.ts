import { asError } from '../as-error.ts'
import { throughOutage } from '../db/through-outage.ts'
import type { Isolation } from '../isolation/isolation.ts'
import type { EngineContext } from './engine-context.ts'
import type { ExecutorOwner } from './executors/executor-event.ts'
import { ExecutorPool } from './executors/executor-pool.ts'
import { GraphCalls } from './graphs/graph-calls.ts'
import { withDefaults } from './items/item-defaults.ts'
import type { OwnBindings } from './own-requests/own-asker.ts'
import type { AnswerOwn } from './own-requests/own-door.ts'
import type { RunEngine } from './run-engine.ts'
import { Attempts } from './runs/attempts.ts'
import type { EngineLimits } from './runs/engine-limits.ts'
import { Maintenance } from './runs/maintenance.ts'
import { RemoteRuns } from './runs/remote-runs.ts'
import { RunEnds } from './runs/run-ends.ts'
import { hearNotices } from './runs/run-notices.ts'
import { RunQueue } from './runs/run-queue.ts'
import { RunSweep } from './runs/run-sweep.ts'
import { RunWork } from './runs/run-work.ts'
import { RunListeners } from './streams/log/run-listeners.ts'
import { RunLogs } from './streams/log/run-logs.ts'
import { ThreadWatch } from './streams/log/thread-watch.ts'
import { answerStoreCall } from './threads/checkpoint-store.ts'
import { type PackedStoreCall, Packing } from './threads/packing.ts'
import { readStaleThreads } from './threads/stale-threads.ts'
import { UsageBook } from './usage/usage-book.ts'
import { type WebhookOptions, Webhooks } from './webhooks/webhooks.ts'

/** Whoever asks for a state has been told by then that nobody answers. */
const readLimitMs = 60_000

/** Puts the parts together, and has them hear of the other processes. */
export function createRunEngine(
  deps: Pick<
    EngineContext,
    'database' | 'cluster' | 'now' | 'prices' | 'traces' | 'report' | 'issueFeedbackUrls'
  > & {
    limits: EngineLimits
    webhooks: WebhookOptions
    isolation: Isolation
    /** Answers a request to the agent servers in their own words, with what the door of an executor knows of it. */
    answerOwn(request: Request, bindings: OwnBindings): Promise<Response>
  },
): RunEngine {
  const { database, cluster, now, prices, traces, report, limits } = deps
  const logs = new RunLogs(database, cluster)
  const usage = new UsageBook(deps)
  const packing = new Packing()
  const answerOwn: AnswerOwn = async (deploymentId, request, bindings) =>
    deps.answerOwn(belowAddress(request, executors.find(deploymentId)?.name ?? ''), bindings)
  const owner: ExecutorOwner = {
    onEvent: (event) => work.onExecutorEvent(event),
    hold: (runId) => sweep.hold(runId),
    answerOwn,
    store: async (deployment_id, asked) => {
      const body = await packing.packed(asked)
      // A run outlasts a database that is away for a while: its step waits, and nothing of it is lost.
      const run = body.call === 'items' ? null : body.scope.run_id
      const until = performance.now() + readLimitMs
      const isWanted = () => (run ? attempts.get(run) !== undefined : performance.now() < until)
      return throughOutage(() => store(deployment_id, body), isWanted)
    },
  }
  const store = async (deployment_id: string, body: PackedStoreCall) => {
    // What a step has told is stored before what it leaves: no step is kept whose events are not.
    const writer = body.call === 'put' || body.call === 'put-writes' ? body.scope.run_id : null
    if (writer) {
      await attempts.get(writer)?.log.flush()
      await usage.flush(writer)
    }
    const { items } = executors.retentionOf(deployment_id)
    const asked =
      body.call === 'items' ? { ...body, operations: withDefaults(body.operations, items) } : body
    const caller = { process: cluster.serverId, deployment_id, now, limits }
    return answerStoreCall(database, caller, asked)
  }
  const executors: ExecutorPool = new ExecutorPool(owner, deps.isolation, limits)
  const { issueFeedbackUrls } = deps
  const context = {
    ...{ database, cluster, now, prices, traces, report, issueFeedbackUrls },
    ...{ logs, usage, executors, stateLimits: limits },
  }
  const attempts = new Attempts(limits.stopGraceMs)
  const webhooks = new Webhooks({ ...deps, answerOwn }, deps.webhooks)
  const ends = new RunEnds({
    ...context,
    onAnnounced: ({ hasWebhook }) => {
      if (hasWebhook) webhooks.wake()
      queue.wake()
    },
  })
  const work: RunWork = new RunWork(context, {
    attempts,
    limits,
    ends,
    onFree: () => queue.wake(),
    onReady: (deploymentId) => {
      queue.wake()
      readStaleThreads(context, deploymentId)
    },
  })
  const begin = work.begin.bind(work)
  const queue: RunQueue = new RunQueue(context, { limits, attempts, begin })
  const remote = new RemoteRuns(context, { attempts, ends })
  const sweep = new RunSweep(context, { attempts, work, remote })
  const maintenance = new Maintenance(context, limits, async () => {
    await cluster.join()
    await sweep.all()
    await queue.poll()
    webhooks.wake()
  })
  const engine: RunEngine = {
    ...context,
    queue,
    attempts,
    ends,
    remote,
    sweep,
    listeners: new RunListeners(),
    threads: new ThreadWatch(cluster),
    graphCalls: new GraphCalls(context),
    async stop() {
      leave()
      await queue.stop()
      await maintenance.stop()
      for (const attempt of attempts.all()) {
        // A failing step, of a database that is gone, keeps no process up.
        await work.handBack(attempt).catch((error: unknown) => report(asError(error)))
        // Not before: what it tells until then belongs to what it leaves until then.
        attempts.end(attempt)
      }
      await executors.stop()
      cluster.notices.send({ kind: 'kick' })
      await webhooks.stop()
      await traces?.stop()
    },
  }
  const leave = cluster.listen({
    onNotice: hearNotices(engine),
    onPoll: () => maintenance.request(),
  })
  webhooks.wake()
  return engine
}

function belowAddress(request: Request, name: string): Request {
  const { origin, pathname, search } = new URL(request.url)
  const url = `${origin}/agents/${encodeURIComponent(name)}${pathname}${search}`
  return new Request(url, request)
}
