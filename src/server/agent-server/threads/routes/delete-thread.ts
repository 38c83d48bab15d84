import { HttpError } from '../../../http/http-error.ts'
import { unknownThread } from '../../not-found.ts'
import type { RunEngine } from '../../run-engine.ts'
import { lockActiveRuns } from '../../run-store/run-store.ts'
import { cancelRun } from '../../runs/cancel-runs.ts'
import { deleteThread, holdThread } from '../thread-store.ts'

/** Deletes a thread with all that belongs to it; its active runs are stopped first. */
export async function deleteThreadWithRuns(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
): Promise<void> {
  for (;;) {
    const active = await engine.database.transaction(async (tx) => {
      if (!(await holdThread(tx, deploymentId, threadId))) throw unknownThread(threadId)
      const key = { deployment_id: deploymentId, thread_id: threadId }
      const runs = await lockActiveRuns(tx, key)
      if (runs.length === 0) await deleteThread(tx, threadId)
      return runs
    })
    if (active.length === 0) return
    // The waiting ones first, so that none of them starts when the working one ends.
    for (const run of active.reverse()) await stopped(engine, run)
  }
}

async function stopped(engine: RunEngine, run: Parameters<typeof cancelRun>[1]): Promise<void> {
  try {
    const { done } = await cancelRun(engine, run, 'rollback', 'cancelled')
    await done
  } catch (error) {
    // A run that ended by itself meanwhile needs no stop.
    if (!(error instanceof HttpError)) throw error
  }
}
