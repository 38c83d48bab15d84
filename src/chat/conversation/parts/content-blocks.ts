import { splitThought } from '../../../contract/agent-server/answers/thoughts.ts'
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

/** The same of an answer: what was thought before it, in tags at the beginning of its text, stands elsewhere too. */
export function answerBlocks(content: unknown): readonly ContentBlock[] {
  const blocks = contentBlocks(content)
  const [first, ...rest] = blocks
  if (first?.kind !== 'text') return blocks
  const { said } = splitThought(first.text)
  return said === first.text ? blocks : [...textBlock(said), ...rest]
}

/** Whether something of an answer is shown beside its calls. */
export function hasOwnContent(message: Message): boolean {
  return reasoningOf(message) !== '' || answerBlocks(message.content).length > 0
}
