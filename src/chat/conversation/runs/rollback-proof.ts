import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { RollbackProof } from '../../session/session-types.ts'
import { isSameJson } from '../same-json.ts'

/** Compares a thread after a roll-back with what it was before the run: the server's word is not enough. */
export function rollbackProof(before: ThreadState | null, after: ThreadState): RollbackProof {
  if (!before) return 'unknown'
  // A thread without any state has no values, in whatever way the server says so.
  const values = isSameJson(before.values ?? {}, after.values ?? {})
  const isSame = values && isSameJson(before.next, after.next)
  return isSame ? 'same' : 'different'
}
