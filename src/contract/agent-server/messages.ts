import * as z from 'zod/mini'

/** A call that the model asks for. `args` may be half-written while it streams. */
const ToolCall = z.looseObject({
  id: z.nullish(z.string()),
  name: z.string(),
  args: z.optional(z.unknown()),
})

/**
 * A message of the conversation in its flat wire shape. `type` is human, ai, tool, system, remove
 * or a word of another server (AIMessageChunk); the content is text or a list of parts.
 */
export const Message = z.looseObject({
  id: z.nullish(z.string()),
  type: z.string(),
  content: z.optional(z.unknown()),
  name: z.nullish(z.string()),
  tool_calls: z.nullish(z.array(ToolCall)),
  tool_call_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
})
export type Message = z.infer<typeof Message>

/** The readable text of a message's content; parts that are not text are left out, and what a model thought. */
export function messageText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  let text = ''
  let isApart = false
  for (const part of content) {
    const words = typeof part === 'string' ? part : wordsOf(part)
    isApart ||= words === '' && picturesAndFiles.test(String(Object(part).type))
    if (words === '') continue
    text += isApart && /\S$/.test(text) && /^\S/.test(words) ? ` ${words}` : words
    isApart = false
  }
  return text
}

/** What stands between two texts parts their words. */
const picturesAndFiles = /^(image|audio|video|file|media|input_)/

function wordsOf(part: unknown): string {
  const { type, text, thought } = Object(part) as Record<string, unknown>
  const isThought = thought === true || type === 'reasoning' || type === 'thinking'
  return typeof text === 'string' && !isThought ? text : ''
}

/** The messages of a thread's values, or an empty list where the graph keeps none. */
export function messagesOf(values: unknown): Message[] {
  const list = (values as { messages?: unknown } | null | undefined)?.messages
  if (!Array.isArray(list)) return []
  return list.filter((item): item is Message => Message.safeParse(item).success)
}

/** The beginning of the id of a message that chats are asked not to show. */
const notShownId = 'do-not-render-'

/**
 * Whether an agent wrote a message for itself in a person's or its own name, and as what: a summary of what was said
 * before, or something else that one of its parts says in the person's place, as published middleware marks them, or
 * something that its flag or its id says is not to be shown.
 */
export function innerKind(message: unknown): 'summary' | 'hidden' | null {
  const { id, type, additional_kwargs: beside } = Object(message) as Record<string, unknown>
  const { lc_source, hidden } = Object(beside) as Record<string, unknown>
  if (lc_source === 'summarization') return 'summary'
  const isMade = type === 'human' && typeof lc_source === 'string' && lc_source !== ''
  return isMade || hidden === true || String(id ?? '').startsWith(notShownId) ? 'hidden' : null
}
