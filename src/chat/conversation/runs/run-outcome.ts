import { cancelErrorNames } from '../../../contract/agent-server/run-events.ts'
import { isActive, type Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import { pendingInterrupts } from '../../../contract/agent-server/threads.ts'
import type { RunFailure } from '../conversation-types.ts'

/**
 * What a run really is, for people: `stopped` was cancelled and kept, `rolled_back` is gone, `paused`
 * waits for an answer, `interrupted` was stopped or paused, which its server does not tell apart, `other` is a
 * status word of another server.
 */
export type RunOutcome =
  | 'active'
  | 'success'
  | 'paused'
  | 'stopped'
  | 'interrupted'
  | 'failed'
  | 'timed_out'
  | 'rolled_back'
  | 'other'

interface Evidence {
  /** The run as read; null when reading it answered 404. */
  record: Run | null
  /** The thread's state as read after the run ended. */
  state?: ThreadState | null
  /** True when this session asked for a cancel of the run. */
  isOwnCancel?: boolean
  failure?: RunFailure | null
  /** A later run answered the question of this one. */
  isAnswered?: boolean
}

/**
 * Reads the outcome from what the server says. "interrupted" means a cancel on some servers and a
 * pause for a person on others, and some report a cancelled run as `error`: the reason, our own
 * cancel, the pending questions and the error's name tell them apart.
 */
export function runOutcome(evidence: Evidence): RunOutcome {
  const { record, state, isOwnCancel = false, failure = null } = evidence
  if (!record) return 'rolled_back'
  if (isActive(record)) return 'active'
  const isCancelled = isOwnCancel || isCancelReason(record.end_reason) || isCancelFailure(failure)
  const isWaiting = state ? pendingInterrupts(state).length > 0 || state.next.length > 0 : false
  switch (record.status) {
    case 'success':
      return isWaiting ? 'paused' : 'success'
    case 'interrupted':
      if (isCancelled) return 'stopped'
      if (evidence.isAnswered || (state && pendingInterrupts(state).length > 0)) return 'paused'
      // A pause whose question was left unanswered looks the same to whoever knows neither the reason nor what it left.
      return state || record.end_reason !== undefined ? 'stopped' : 'interrupted'
    case 'error':
      return isCancelled ? 'stopped' : 'failed'
    case 'timeout':
      return 'timed_out'
    default:
      return 'other'
  }
}

const cancelReasons = ['cancelled', 'disconnected', 'replaced']
function isCancelReason(reason: string | null | undefined): boolean {
  return cancelReasons.includes(reason ?? '')
}

/** The `error` event of a cancelled run: by its name, or by the bare word of other servers. */
function isCancelFailure(failure: RunFailure | null): boolean {
  if (!failure) return false
  const names: readonly (string | null)[] = Object.values(cancelErrorNames)
  if (names.includes(failure.name)) return true
  return failure.message === 'interrupt' || failure.message === 'rollback'
}
