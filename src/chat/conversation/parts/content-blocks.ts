import { type Message, messageText } from '../../../contract/agent-server/messages.ts'
import { isReasoning, reasoningOf } from './reasoning.ts'

/** A text, or a part of another kind with its place in the content. */
export type ContentBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'part'; readonly part: unknown; readonly place: number }

/** Calls have cards of their own. */
const callParts = ['tool_use', 'tool_call', 'input_json_delta', 'tool_call_chunk']

/**
 * What is shown of a message's content, in its order. Texts that follow each other are one: models write a text in
 * pieces. What a model thought and what it calls stand elsewhere, and part no texts.
 */
export function contentBlocks(content: unknown): readonly ContentBlock[] {
  if (!Array.isArray(content)) return textBlock(messageText(content))
  const blocks: ContentBlock[] = []
  let text = ''
  const end = () => {
    blocks.push(...textBlock(text))
    text = ''
  }
  for (const [place, part] of content.entries()) {
    const { type, text: words } = Object(part) as { type?: unknown; text?: unknown }
    if (isReasoning(part) || callParts.includes(String(type))) continue
    if (typeof part === 'string' || typeof words === 'string') text += messageText([part])
    else {
      end()
      blocks.push({ kind: 'part', part, place })
    }
  }
  end()
  return blocks
}

const textBlock = (text: string): ContentBlock[] => (text === '' ? [] : [{ kind: 'text', text }])

/** Whether something of a message is shown beside its calls. */
export function hasOwnContent(message: Message): boolean {
  return reasoningOf(message) !== '' || contentBlocks(message.content).length > 0
}
