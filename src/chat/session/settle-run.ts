import type { Run } from '../../contract/agent-server/runs.ts'
import type { StepStatus } from '../../contract/agent-server/steps/steps-of-run.ts'
import type { ThreadState } from '../../contract/agent-server/threads.ts'
import { foldState } from '../conversation/conversation.ts'
import { endRun } from '../conversation/runs/conversation-runs.ts'
import { rollbackProof } from '../conversation/runs/rollback-proof.ts'
import { type RunOutcome, runOutcome } from '../conversation/runs/run-outcome.ts'
import { answeredIds, sentText } from '../conversation/runs/sent-messages.ts'
import { withFailures } from '../conversation/steps.ts'
import type { CancelRequest, SessionSnapshot, TrackedRun } from './session-types.ts'

/**
 * The snapshot once a run is over: `record` is the run as read (null: gone), `state` and
 * `records` the thread's state and runs read after it. The state wins over the stream; of a run that was cut off the remains stay, marked.
 */
export function settledSnapshot(
  snapshot: SessionSnapshot,
  run: TrackedRun,
  read: {
    run_id: string
    record: Run | null
    records: readonly Run[]
    state: ThreadState
    at: number
  },
): SessionSnapshot {
  const { run_id, record, records, state, at } = read
  const { failure } = snapshot.conversation
  const isOwnCancel = snapshot.ownCancels.includes(run_id)
  const outcome = runOutcome({ record, state, isOwnCancel, failure })
  const keepsRemains = ['stopped', 'failed', 'timed_out'].includes(outcome)
  const ended = endRun(snapshot.conversation, stepStatus(outcome), at, keepsRemains)
  const steps = outcome === 'failed' ? withFailures(ended.steps, state.tasks) : ended.steps
  const isUndone = outcome === 'rolled_back' && run.cancel?.action === 'rollback'
  const text = isUndone ? sentText(run.record) || sentTextOf(snapshot, run_id) : ''
  const input = text === '' ? inputBack(run, outcome, isUndone) : undefined
  const isBack = text !== '' || input !== undefined
  const serial = (snapshot.returned?.serial ?? 0) + 1
  return {
    ...snapshot,
    status: 'ended',
    reconnecting: null,
    error: null,
    state,
    conversation: foldState({ ...ended, steps }, state, { run_id, at }, answeredIds(records)),
    returned: isBack ? { text, input, serial } : snapshot.returned,
    run: {
      ...run,
      record: record ?? run.record,
      outcome,
      failure: failure ?? (record?.error ? { name: null, message: record.error } : null),
      cancel: verifiedCancel(run, outcome, state, at),
      isFollowed: false,
      silence: null,
      endedAt: at,
    },
  }
}

/** An input that was no message stands nowhere in the conversation: what a failure or a roll-back took comes back. */
function inputBack(run: TrackedRun, outcome: RunOutcome, isUndone: boolean): unknown {
  if (isUndone) return run.input ?? run.record?.kwargs?.input ?? undefined
  return outcome === 'failed' ? (run.input ?? undefined) : undefined
}

function stepStatus(outcome: RunOutcome): StepStatus {
  if (outcome === 'paused') return 'paused'
  if (outcome === 'failed' || outcome === 'timed_out') return 'failed'
  return outcome === 'success' ? 'done' : 'cut'
}

/** What the read of the run says about a cancel that we asked for. */
function verifiedCancel(
  { cancel, before }: TrackedRun,
  outcome: RunOutcome,
  state: ThreadState,
  at: number,
): CancelRequest | null {
  if (!cancel || cancel.stage === 'failed') return cancel
  if (outcome === 'rolled_back') {
    return { ...cancel, stage: 'verified', verifiedAt: at, proof: rollbackProof(before, state) }
  }
  if (outcome !== 'stopped') return { ...cancel, stage: 'missed', verifiedAt: at }
  const stage = cancel.action === 'rollback' ? 'not_removed' : 'verified'
  return { ...cancel, stage, verifiedAt: at }
}

/** The text that this run's message held, from what is on the screen. */
function sentTextOf({ conversation }: SessionSnapshot, run_id: string): string {
  const item = conversation.messages.findLast((message) => message.kind === 'human')
  if (!item || (item.run_id !== null && item.run_id !== run_id)) return ''
  return typeof item.message.content === 'string' ? item.message.content : ''
}
