import { inputMessages } from '../../../contract/agent-server/input/input-messages.ts'
import { messageText } from '../../../contract/agent-server/messages.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import type { ShownMessage } from '../conversation-types.ts'
import { messageKind } from '../message-delta.ts'
import { sentIds } from './sent-messages.ts'

/**
 * The runs that brought the messages of people which no run's input names by an id, by the ids that the thread gave
 * them: programs send words alone. Certain only where these are, one by one, what the inputs hold, in their order;
 * nothing is told otherwise, as after a run that could not write what it was sent.
 * @param runs those that have begun, oldest first
 */
export function pairedInOrder(
  messages: readonly ShownMessage[],
  runs: readonly Run[],
): readonly (readonly [message_id: string, run_id: string])[] {
  const sent = runs.flatMap((run) =>
    wordsWithoutId(run).map((words) => ({ words, run_id: run.run_id })),
  )
  if (sent.length === 0) return []
  const named = new Set(runs.flatMap(sentIds))
  const held = messages.filter(({ id, kind }) => kind === 'human' && id && !named.has(id))
  const isSame =
    held.length === sent.length &&
    held.every(({ message }, index) => messageText(message.content) === sent[index]?.words)
  if (!isSame) return []
  return held.map(({ id }, index) => [id ?? '', sent[index]?.run_id ?? ''])
}

/** What a person says in a run's input, where no id stands beside it. */
function wordsWithoutId(run: Run): string[] {
  return inputMessages(run.kwargs?.input)
    .filter(({ id, type }) => typeof id !== 'string' && messageKind(type) === 'human')
    .map(({ content }) => messageText(content))
}
