import { HttpError } from '../../../http/http-error.ts'
import type { RunEngine } from '../../run-engine.ts'
import { lockActiveRuns } from '../../run-store/run-store.ts'
import { holdThread } from '../thread-store.ts'
import { keepLatest } from '../thread-ttl.ts'
import { deleteThreadWithRuns } from './delete-thread.ts'

/**
 * Deletes threads, their active runs stopped first, or leaves only their newest state; then threads with an
 * active run are passed over. Answers how many it was done to; unknown ones are not counted.
 */
export async function pruneThreads(
  engine: RunEngine,
  deploymentId: string,
  threadIds: readonly string[],
  strategy: 'delete' | 'keep_latest',
): Promise<number> {
  const prune = strategy === 'delete' ? deleted : reduced
  let count = 0
  for (const threadId of new Set(threadIds.map((id) => id.toLowerCase()))) {
    if (await prune(engine, deploymentId, threadId)) count += 1
  }
  return count
}

async function deleted(engine: RunEngine, deploymentId: string, id: string): Promise<boolean> {
  try {
    await deleteThreadWithRuns(engine, deploymentId, id)
    return true
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return false
    throw error
  }
}

async function reduced(engine: RunEngine, deployment_id: string, id: string): Promise<boolean> {
  return engine.database.transaction(async (tx) => {
    if (!(await holdThread(tx, deployment_id, id))) return false
    if ((await lockActiveRuns(tx, { deployment_id, thread_id: id })).length > 0) return false
    await keepLatest(tx, id)
    return true
  })
}
