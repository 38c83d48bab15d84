import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { RollbackProof } from '../../session/session-types.ts'
import { isSameJson } from '../same-json.ts'

/** Compares a thread after a roll-back with what it was before the run: the server's word is not enough. */
export function rollbackProof(before: ThreadState | null, after: ThreadState): RollbackProof {
  if (!before) return 'unknown'
  const isSame = isSameJson(before.values, after.values) && isSameJson(before.next, after.next)
  return isSame ? 'same' : 'different'
}
