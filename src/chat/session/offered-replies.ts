import { type QuickReply, quickReplies } from '../../contract/agent-server/answers/quick-replies.ts'
import type { SessionSnapshot } from './session-types.ts'

type Shown = Pick<SessionSnapshot, 'conversation' | 'run'>

const none: readonly QuickReply[] = []

/** What the agent suggests to say next: with its last message, while nothing else is going on or asked. */
export function offeredReplies({ conversation, run }: Shown): readonly QuickReply[] {
  const last = conversation.messages.at(-1)
  if (last?.kind !== 'ai' || run?.outcome === 'active') return none
  return conversation.interrupts.length > 0 ? none : quickReplies(last.message)
}
