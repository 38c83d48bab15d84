import type { CheckpointEntry } from '../checkpoints/checkpoint-entry.ts'
import { EventLog } from '../conversation/event-log.ts'
import { beginRun, showUpTo, withdrawSent } from '../conversation/runs/conversation-runs.ts'
import { sentMessages } from '../conversation/runs/sent-messages.ts'
import type { runBody } from './run-input.ts'
import type { SessionSnapshot, SubmitOptions } from './session-types.ts'

interface SentRun {
  body: ReturnType<typeof runBody>
  options: SubmitOptions
  /** It goes on with an answer to a question: its input is no message. */
  isAnswer: boolean
}

/**
 * The screen before the server has said anything: our message, behind what the run goes on from.
 * @param entries the checkpoints that were read
 */
export function begunSnapshot(
  snapshot: SessionSnapshot,
  { body, options, isAnswer }: SentRun,
  entries: readonly CheckpointEntry[],
  at: number,
): SessionSnapshot {
  const from = body.checkpoint?.checkpoint_id
  const shown = from
    ? showUpTo(snapshot.conversation, idsAt(snapshot, from, entries))
    : snapshot.conversation
  const sent = isAnswer ? [] : sentMessages(body.input)
  return {
    ...snapshot,
    status: 'connecting',
    error: null,
    viewing: null,
    log: new EventLog(),
    eventCount: 0,
    conversation: beginRun(shown, sent, { run_id: null, at }),
    run: {
      run_id: null,
      assistant_id: options.assistant_id,
      input: body.input,
      record: null,
      outcome: 'active',
      failure: null,
      cancel: null,
      onDisconnect: options.onDisconnect ?? 'continue',
      isFollowed: true,
      silence: null,
      startedAt: at,
      endedAt: null,
      before: body.checkpoint ? null : snapshot.state,
    },
  }
}

/** Ids of a checkpoint's messages; null while unknown, then everything shown stays. */
function idsAt(
  { viewing }: SessionSnapshot,
  checkpoint_id: string,
  entries: readonly CheckpointEntry[],
): readonly string[] | null {
  if (viewing?.checkpoint?.checkpoint_id === checkpoint_id) return null
  // Taking an input in changes no message: its checkpoint holds what the one before it holds.
  const entry =
    entries.find((item) => item.checkpoint_id === checkpoint_id) ??
    entries.find((item) => item.parent_id === checkpoint_id && item.source === 'input')
  return entry ? entry.messages.list.slice(0, entry.messages.length) : null
}

/** The screen once it is known that no run was made: as it was before, with what came meanwhile. */
export function takenBack(snapshot: SessionSnapshot, before: SessionSnapshot): SessionSnapshot {
  const { messages, interrupts, next, steps } = before.conversation
  return {
    ...snapshot,
    status: before.status === 'failed' ? 'idle' : before.status,
    reconnecting: null,
    run: before.run,
    viewing: before.viewing,
    log: before.log,
    eventCount: before.log.count,
    conversation: before.viewing
      ? before.conversation
      : { ...withdrawSent({ ...snapshot.conversation, messages }), interrupts, next, steps },
  }
}
