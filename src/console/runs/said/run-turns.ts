import { foldState } from '../../../chat/conversation/conversation.ts'
import {
  emptyConversation,
  type ShownMessage,
} from '../../../chat/conversation/conversation-types.ts'
import { buildTurns, type Turn } from '../../../chat/conversation/turns.ts'
import { inputMessages } from '../../../contract/agent-server/input/input-messages.ts'
import { messagesOf } from '../../../contract/agent-server/messages.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { Beginning } from '../../objects/run-history/run-history.ts'

/** The messages of a state, as the chat draws them. */
export function messagesOfState(
  state: Pick<ThreadState, 'values'>,
  run_id: string,
): readonly ShownMessage[] {
  const read = { next: [], tasks: [], ...state }
  return foldState(emptyConversation, read, { run_id, at: null }).messages
}

/**
 * What was said in a run: of the messages that its thread held at its end those that were not there when it began. Where
 * that is not known, from the last message of a person on. A run that has left no message shows what it was given.
 */
export function runTurns(
  run: Run,
  messages: readonly ShownMessage[],
  beginning: Beginning | undefined,
): readonly Turn[] {
  const own = beginning?.isKnown
    ? newSince(messages, beginning.state)
    : messages.slice(
        Math.max(
          0,
          messages.findLastIndex(({ kind }) => kind === 'human'),
        ),
      )
  return buildTurns(own.length > 0 ? own : given(run)).map((turn) =>
    turn.run_id === run.run_id ? turn : { ...turn, run_id: run.run_id },
  )
}

function newSince(messages: readonly ShownMessage[], state: ThreadState | null) {
  const before = messagesOf(state?.values)
  const ids = new Set(before.flatMap(({ id }) => id ?? []))
  return messages.filter(({ id }, index) => (id ? !ids.has(id) : index >= before.length))
}

/** What the run's input says. */
function given(run: Run): readonly ShownMessage[] {
  const { input } = run.kwargs ?? {}
  if (typeof input !== 'object' || input === null) return []
  return messagesOfState({ values: { messages: inputMessages(input) } }, run.run_id)
}
