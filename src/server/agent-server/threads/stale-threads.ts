import { parseJson } from '../../../contract/exact-json.ts'
import { asError } from '../../as-error.ts'
import { throughOutage } from '../../db/through-outage.ts'
import type { ThreadSnapshot } from '../../executor/protocol/run-order.ts'
import type { EngineContext } from '../engine-context.ts'
import { ExecutorGoneError } from '../executors/executor-process.ts'
import type { ServedRevision } from '../executors/served-revision.ts'
import { lockActiveRuns } from '../run-store/run-store.ts'
import { listStaleThreads, lockThread, settleThread } from './thread-store.ts'

type Context = Pick<EngineContext, 'database' | 'executors' | 'now' | 'report'>

/** A database that is away for longer is asked again when a process of the deployment is up anew. */
const outageLimitMs = 60_000

/**
 * Reads in the background the state of the threads whose last run ended with its process, so that what lists show of
 * them is right again. Waits for the deployment's executor, and through an outage of the database.
 */
export function readStaleThreads(context: Context, deploymentId: string): void {
  const until = performance.now() + outageLimitMs
  throughOutage(
    () => refreshStaleThreads(context, deploymentId),
    () => performance.now() < until,
  ).catch((error) => context.report(asError(error)))
}

async function refreshStaleThreads(
  { database, executors, now }: Omit<Context, 'report'>,
  deploymentId: string,
): Promise<void> {
  const served = executors.find(deploymentId)?.active
  if (!served) return
  for (const { thread_id, graph_id } of await listStaleThreads(database, deploymentId)) {
    if (!executors.hasGraph(served, graph_id)) continue
    const snapshot = await read(served, { call: 'snapshot', graph_id, thread_id })
    // It is asked again when the process is up again.
    if (!snapshot) return
    await database.transaction(async (tx) => {
      const thread = await lockThread(tx, deploymentId, thread_id)
      const active = await lockActiveRuns(tx, { deployment_id: deploymentId, thread_id })
      // As in the list: one that waits for its time writes nothing until then.
      const isBusy = active.some(({ scheduled_at }) => !scheduled_at || scheduled_at <= now())
      if (!thread?.is_stale || isBusy) return
      const settled = snapshot.next.length > 0 ? 'interrupted' : 'idle'
      const status = thread.status === 'error' ? 'error' : settled
      await settleThread(tx, thread_id, status, snapshot, now())
    })
  }
}

async function read(
  served: ServedRevision,
  body: Parameters<ServedRevision['read']>[0],
): Promise<ThreadSnapshot | null> {
  try {
    return parseJson(await served.read(body)) as ThreadSnapshot
  } catch (error) {
    if (error instanceof ExecutorGoneError) return null
    throw error
  }
}
