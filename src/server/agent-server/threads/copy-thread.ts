import type { Database, Queryable } from '../../db/database.ts'
import { lockActiveRuns } from '../run-store/run-store.ts'
import { holdThread } from './thread-store.ts'

/**
 * Makes a thread with the metadata, state and history of another, without its runs: what an active run
 * has written so far counts. The copy of a session's thread is whoever's made it. Answers false for an unknown thread.
 */
export async function copyThread(
  database: Database,
  deploymentId: string,
  threadId: string,
  copyId: string,
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await holdThread(tx, deploymentId, threadId))) return false
    const key = { deployment_id: deploymentId, thread_id: threadId }
    const isWorking = (await lockActiveRuns(tx, key)).length > 0
    await tx.query(
      `insert into threads (thread_id, deployment_id, metadata, graph_id, assistant_id, status,
         "values", interrupts, summary, is_stale, created_at, updated_at)
       select $2, deployment_id, metadata - 'qa_session' - 'qa_attempt', graph_id, assistant_id, status, "values", interrupts,
         summary, is_stale or $3, $4, $4 from threads where thread_id = $1`,
      [threadId, copyId, isWorking, now],
    )
    await copyState(tx, threadId, copyId)
    return true
  })
}

/** A run of the original that is rolled back must not find the copy's rows, hence the other ids. */
const writer = 'md5(run_id::text || $2::text)::uuid'

async function copyState(tx: Queryable, threadId: string, copyId: string): Promise<void> {
  const ids = [threadId, copyId]
  await tx.query(
    `insert into checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type,
       checkpoint, metadata, run_id)
     select $2::uuid, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint,
       case when metadata ? 'thread_id'
         then metadata || jsonb_build_object('thread_id', $2::text) else metadata end, ${writer}
     from checkpoints where thread_id = $1`,
    ids,
  )
  await tx.query(
    `insert into checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob, raw_size, run_id)
     select $2::uuid, checkpoint_ns, channel, version, type, blob, raw_size, ${writer}
     from checkpoint_blobs where thread_id = $1`,
    ids,
  )
  // In order: which of two writes came later decides.
  await tx.query(
    `insert into checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx,
       run_id, channel, type, blob, raw_size)
     select $2::uuid, checkpoint_ns, checkpoint_id, task_id, task_path, idx, ${writer}, channel, type,
       blob, raw_size
     from checkpoint_writes where thread_id = $1 order by position`,
    ids,
  )
}
