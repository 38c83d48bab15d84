import type { UiMessage } from '../../contract/agent-server/components/ui-messages.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import type { Turn } from '../conversation/turns.ts'

/**
 * What of that which components say belongs to a turn: by the message that it names, or else by its run. What belongs to
 * none that is shown stands in the last turn.
 */
export function ofTurn(
  said: readonly UiMessage[],
  turn: Turn,
  messages: readonly ShownMessage[],
  isLast: boolean,
): readonly UiMessage[] {
  const shown = [turn.human, ...turn.parts, ...turn.results.values()]
  const mine = idsOf(shown.filter((one) => one !== null))
  const all = idsOf(messages)
  return said.filter(({ metadata }) => {
    const named = [metadata.message_id, metadata.id].find((id) => all.has(id))
    if (named !== undefined) return mine.has(named)
    const { run_id } = metadata
    return all.has(run_id) ? turn.run_id === run_id : isLast
  })
}

/** Of messages, and of the runs that made them. */
function idsOf(messages: readonly ShownMessage[]): ReadonlySet<unknown> {
  return new Set(messages.flatMap(({ id, run_id }) => [id, run_id]).filter((id) => id !== null))
}
