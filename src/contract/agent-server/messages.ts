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

/** The readable text of a message's content; parts that are not text are left out. */
export function messageText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      const text = (part as { text?: unknown } | null)?.text
      return typeof text === 'string' ? text : ''
    })
    .join('')
}

/** The messages of a thread's values, or an empty list where the graph keeps none. */
export function messagesOf(values: unknown): Message[] {
  const list = (values as { messages?: unknown } | null | undefined)?.messages
  if (!Array.isArray(list)) return []
  return list.filter((item): item is Message => Message.safeParse(item).success)
}
