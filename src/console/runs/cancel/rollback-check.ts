import type { RollbackProof } from '../../../chat/conversation/runs/rollback-proof.ts'
import { rollbackProof } from '../../../chat/conversation/runs/rollback-proof.ts'
import { call, type Transport } from '../../../client/api.ts'
import { getThreadState, type ThreadState } from '../../../contract/agent-server/threads.ts'

/** A thread's state before a run and after its rollback, and whether they are alike. */
export interface RollbackCheck {
  before: ThreadState | null
  after: ThreadState
  proof: RollbackProof
  /** The thread stands at the very checkpoint that it had before. */
  isSameCheckpoint: boolean
  /** The run that wrote the thread's newest state since; null where none did. */
  writtenBy: string | null
}

/** Reads the thread after a rollback and compares it with what it was before. */
export async function checkRollback(
  agent: Transport,
  threadId: string,
  before: ThreadState | null,
): Promise<RollbackCheck> {
  const after = await call(agent, getThreadState, { params: { thread_id: threadId } })
  const checkpointOf = (state: ThreadState | null) => state?.checkpoint?.checkpoint_id ?? null
  const runOf = (state: ThreadState | null) => state?.metadata?.run_id
  const writer = runOf(after)
  const isNew = typeof writer === 'string' && before !== null && writer !== runOf(before)
  return {
    before,
    after,
    proof: rollbackProof(before, after),
    isSameCheckpoint: checkpointOf(after) !== null && checkpointOf(after) === checkpointOf(before),
    writtenBy: isNew ? writer : null,
  }
}
