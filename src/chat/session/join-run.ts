import type { Run } from '../../contract/agent-server/runs.ts'
import { foldState } from '../conversation/conversation.ts'
import { isFork } from '../conversation/is-fork.ts'
import { beginRun } from '../conversation/runs/conversation-runs.ts'
import { sentMessages } from '../conversation/runs/sent-messages.ts'
import { trackedFrom } from './session-context.ts'
import type { SessionSnapshot } from './session-types.ts'

/** The snapshot when a run of the thread begins to be listened to; of some nothing but the id is known. */
export function joinedSnapshot(
  snapshot: SessionSnapshot,
  run: Run | { run_id: string },
): SessionSnapshot {
  const { state, ownCancels } = snapshot
  const record = 'status' in run ? run : null
  const tracked = record ? trackedFrom(record, state, ownCancels.includes(run.run_id)) : unknownRun
  const shown = conversationBefore(snapshot, record)
  const known = new Set(shown.messages.map((item) => item.id))
  const sent = sentMessages(record?.kwargs?.input).filter((item) => !known.has(item.id ?? null))
  return {
    ...snapshot,
    status: 'connecting',
    error: null,
    viewing: null,
    queued: snapshot.queued.filter((item) => item.run_id !== run.run_id),
    conversation: beginRun(shown, sent, { run_id: run.run_id, at: null }),
    run: {
      ...tracked,
      run_id: run.run_id,
      outcome: 'active',
      cancel: snapshot.queuedCancels[run.run_id] ?? null,
      isFollowed: true,
      // A state that another run wrote is the one before this run.
      before: state && state.metadata?.run_id !== run.run_id ? state : null,
    },
  }
}

/** A run that begins a branch goes on from its checkpoint: the thread's newest state shows what it has. */
function conversationBefore(snapshot: SessionSnapshot, record: Run | null) {
  const { conversation, viewing, state } = snapshot
  const isElsewhere = viewing !== null || (record !== null && isFork(record))
  return isElsewhere && state
    ? foldState(conversation, state, { run_id: null, at: null })
    : conversation
}

const unknownRun = {
  assistant_id: null,
  record: null,
  failure: null,
  onDisconnect: 'continue',
  silence: null,
  startedAt: null,
  endedAt: null,
  before: null,
} as const
