import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { isSameJson } from '../same-json.ts'

/** Whether the thread is as it was before the run: compared after a roll-back, or not comparable. */
export type RollbackProof = 'same' | 'different' | 'unknown'

/** Compares a thread after a roll-back with what it was before the run: the server's word is not enough. */
export function rollbackProof(before: ThreadState | null, after: ThreadState): RollbackProof {
  if (!before) return 'unknown'
  // A thread without any state has no values, in whatever way the server says so.
  const values = isSameJson(before.values ?? {}, after.values ?? {})
  const isSame = values && isSameJson(before.next, after.next)
  return isSame ? 'same' : 'different'
}
