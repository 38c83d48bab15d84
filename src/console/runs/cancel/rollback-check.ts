import { rollbackProof } from '../../../chat/conversation/runs/rollback-proof.ts'
import type { RollbackProof } from '../../../chat/session/session-types.ts'
import { call, type Transport } from '../../../client/api.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import {
  getThreadHistory,
  getThreadState,
  type ThreadState,
} from '../../../contract/agent-server/threads.ts'

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

const pageSize = 50
const mostPages = 20
const empty: ThreadState = { values: {}, next: [], tasks: [] }

/**
 * The newest state that the thread had before the run wrote to it; an empty one where there was none, null
 * where the history goes back too far to be read.
 */
export async function stateBefore(
  agent: Transport,
  run: Pick<Run, 'thread_id' | 'run_id' | 'created_at'>,
): Promise<ThreadState | null> {
  const params = { thread_id: run.thread_id }
  let before: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const query = { limit: pageSize, ...(before && { before }) }
    const states = await call(agent, getThreadHistory, { params, query })
    const found = states.find((state) => state.metadata?.run_id !== run.run_id)
    if (found) return found
    if (states.length < pageSize) return empty
    before = states.at(-1)?.checkpoint?.checkpoint_id ?? undefined
    if (!before) return null
  }
  return null
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
    // A thread without any state has no values, in whatever way the server says so.
    proof: rollbackProof(before, { ...after, values: after.values ?? {} }),
    isSameCheckpoint: checkpointOf(after) !== null && checkpointOf(after) === checkpointOf(before),
    writtenBy: isNew ? writer : null,
  }
}
