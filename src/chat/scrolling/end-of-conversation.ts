import { messageText } from '../../contract/agent-server/messages.ts'
import type { SessionSnapshot } from '../session/session-types.ts'

/** How far a conversation has come: to tell what is new at its end from what grows above it. */
export interface EndOfConversation {
  /** Which checkpoint is shown; empty for the newest. Another one is no news. */
  readonly view: string
  /** Messages and questions. */
  readonly count: number
  readonly lastKey: string | null
  /** Characters of the last message. */
  readonly length: number
}

export function endOf({
  conversation: { messages, interrupts },
  viewing,
}: Pick<SessionSnapshot, 'conversation' | 'viewing'>): EndOfConversation {
  const last = messages.at(-1)
  return {
    view: viewing?.checkpoint?.checkpoint_id ?? '',
    count: messages.length + interrupts.length,
    lastKey: last?.key ?? null,
    length: messageText(last?.message.content).length,
  }
}

/** True when something was said at the end; what was read when the thread was opened is not new. */
export function hasCome(before: EndOfConversation, now: EndOfConversation): boolean {
  if (now.view !== before.view || before.count === 0) return false
  if (now.count !== before.count) return now.count > before.count
  return now.lastKey === before.lastKey && now.length > before.length
}
