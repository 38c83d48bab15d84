import { ExecutorPool } from '../executors/executor-pool.ts'
import { GraphCalls } from '../graphs/graph-calls.ts'
import { RunListeners } from '../streams/run-listeners.ts'
import { RunLogs } from '../streams/run-logs.ts'
import { ThreadWatch } from '../streams/thread-watch.ts'
import { answerStoreCall } from '../threads/checkpoint-store.ts'
import { readStaleThreads } from '../threads/stale-threads.ts'
import { type WebhookOptions, Webhooks } from '../webhooks/webhooks.ts'
import { Attempts } from './attempts.ts'
import { asError, type EngineContext } from './engine-context.ts'
import type { EngineLimits } from './engine-limits.ts'
import { Maintenance } from './maintenance.ts'
import { RemoteRuns } from './remote-runs.ts'
import { RunEnds } from './run-ends.ts'
import { hearNotices } from './run-notices.ts'
import { RunQueue } from './run-queue.ts'
import { RunSweep } from './run-sweep.ts'
import { RunWork } from './run-work.ts'

/** The parts by which the routes and the control plane reach the runs. */
export interface RunEngine extends EngineContext {
  queue: RunQueue
  attempts: Attempts
  ends: RunEnds
  remote: RemoteRuns
  sweep: RunSweep
  listeners: RunListeners
  threads: ThreadWatch
  graphCalls: GraphCalls
  /** Hands the running runs back to the queue: they go on from their last checkpoint next time. */
  stop(): Promise<void>
}

/** Puts the parts together, and has them hear of the other processes. */
export function createRunEngine(
  deps: Pick<EngineContext, 'database' | 'cluster' | 'now' | 'report' | 'issueFeedbackUrls'> & {
    limits: EngineLimits
    webhooks: WebhookOptions
  },
): RunEngine {
  const { database, cluster, now, report, limits } = deps
  const logs = new RunLogs(database, cluster)
  const executors = new ExecutorPool({
    onEvent: (event) => work.onExecutorEvent(event),
    store: async (deployment_id, body) => {
      // What a step has told is stored before what it leaves: no step is kept whose events are not.
      const writer = body.call === 'put' || body.call === 'put-writes' ? body.scope.run_id : null
      if (writer) await attempts.get(writer)?.log.flush()
      return answerStoreCall(database, { process: cluster.serverId, deployment_id, now }, body)
    },
  })
  const { issueFeedbackUrls } = deps
  const context = { database, cluster, now, report, issueFeedbackUrls, logs, executors }
  const attempts = new Attempts(limits.stopGraceMs)
  const webhooks = new Webhooks(deps, deps.webhooks)
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
    },
  }
  const leave = cluster.listen({
    onNotice: hearNotices(engine),
    onPoll: () => maintenance.request(),
  })
  webhooks.wake()
  return engine
}
