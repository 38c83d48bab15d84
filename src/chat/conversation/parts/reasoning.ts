import { splitThought } from '../../../contract/agent-server/answers/thoughts.ts'
import { type Message, messageText } from '../../../contract/agent-server/messages.ts'

/** Kinds of parts that hold what a model thought, also where nothing of it can be read. */
const kinds = ['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content']

/**
 * What a model thought before it answered, as text; empty where it told nothing. Providers put it into the content, or
 * beside it into `additional_kwargs`; some models write it into their text, between tags.
 */
export function reasoningOf(message: Pick<Message, 'content'> & { additional_kwargs?: unknown }) {
  const { content, additional_kwargs: beside } = message
  const inside = Array.isArray(content) ? content.map(reasoningOfPart).join('') : ''
  return inside || textIn(beside) || splitThought(messageText(content)).thought
}

/** That of one part of a content. */
function reasoningOfPart(part: unknown): string {
  const { type, summary, content, thought, value } = fieldsOf(part)
  if (thought === true) return textsOf(part)
  if (type === 'non_standard') return reasoningOfPart(value)
  const beside = type === 'reasoning' ? textsOf(summary) || textsOf(content) || textsOf(part) : ''
  return textIn(part) || beside
}

/** Whether a part of a content is about what a model thought. */
export function isReasoning(part: unknown): boolean {
  const { type, value } = fieldsOf(part)
  if (type === 'non_standard') return isReasoning(value)
  return kinds.includes(String(type)) || reasoningOfPart(part) !== ''
}

const names = [
  'thinking',
  'reasoning',
  'reasoning_content',
  'reasoningText',
  'reasoning_details',
  'thinking_blocks',
]

/** The fields that providers have for it, each of which holds a text, an object with one, or a list of those. */
function textIn(value: unknown): string {
  const fields = fieldsOf(value)
  for (const name of names) {
    const text = textsOf(fields[name]) || textsOf(fieldsOf(fields[name]).summary)
    if (text) return text
  }
  return ''
}

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textsOf).filter(Boolean).join('\n\n')
  const { text, summary, thinking } = fieldsOf(value)
  return [text, summary, thinking].find((words) => typeof words === 'string') ?? ''
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
