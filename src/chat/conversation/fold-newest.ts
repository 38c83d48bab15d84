import { type RunEvent, splitEventName } from '../../contract/agent-server/run-events.ts'
import { foldEvent, paceOf } from './conversation.ts'
import { type Conversation, type EventContext, emptyConversation } from './conversation-types.ts'
import {
  foldBlocks,
  foldTool,
  isFailed,
  isTold,
  reasonOf,
  unwrapped,
  updatesOf,
} from './fold-blocks.ts'

/**
 * As `foldEvent`, of runs that somebody began in the newest protocol as well: what such a run tells is put into the
 * words of the one before. Visitors of an embed have none of them.
 */
export function foldNewest(
  conversation: Conversation,
  told: RunEvent,
  context: EventContext,
): Conversation {
  const event = unwrapped(told)
  const { kind, namespace } = splitEventName(event.event)
  const { data } = event
  const fold = (as: Partial<RunEvent>) => foldEvent(conversation, { ...event, ...as }, context)
  if (kind === 'messages' && isTold(data)) {
    const { text: content } = Object(data.delta)
    return {
      ...foldBlocks(conversation, data, namespace, context),
      pace: paceOf(conversation, { type: 'ai', content }, context),
    }
  }
  if (kind === 'updates') return fold({ data: updatesOf(data) })
  if (kind === 'tools' && isTold(data)) return foldTool(conversation, data, context)
  if (kind === 'lifecycle') {
    return isFailed(data, namespace) ? fold({ event: 'error', data: reasonOf(data) }) : conversation
  }
  const isStepOver = kind === 'values' && namespace.length === 0
  // And so is whoever spoke in it.
  return isStepOver ? { ...fold({}), spoken: emptyConversation.spoken } : fold({})
}
