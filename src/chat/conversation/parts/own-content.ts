import { type Message, messageText } from '../../../contract/agent-server/messages.ts'
import { mediaPart } from './media-part.ts'
import { isReasoning, reasoningOf } from './reasoning.ts'

type Part = { type?: unknown; text?: unknown }

/** Calls have cards of their own. */
const callParts = ['tool_use', 'tool_call', 'input_json_delta', 'tool_call_chunk']

/** The parts of a content that have no form of their own: neither text, media, thoughts nor calls. */
export function rawParts(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content.filter((part) => !isKnownPart(part)) : []
}

/** Whether something of a message is shown beside its calls. */
export function hasOwnContent(message: Message): boolean {
  const { content } = message
  const hasMedia = Array.isArray(content) && content.some((part) => mediaPart(part) !== null)
  return (
    hasMedia ||
    messageText(content) !== '' ||
    reasoningOf(message) !== '' ||
    rawParts(content).length > 0
  )
}

function isKnownPart(part: unknown): boolean {
  if (typeof part === 'string') return true
  const { type, text } = (part ?? {}) as Part
  if (mediaPart(part)) return true
  return typeof text === 'string' || isReasoning(part) || callParts.includes(String(type))
}
