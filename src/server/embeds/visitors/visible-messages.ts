import { messageText } from '../../../contract/agent-server/messages.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'

type Visibility = Pick<Embed, 'shows_tool_details'>
type Fields = Record<string, unknown>

/** Told instead of what went wrong inside: that is the operator's business. */
export const failureForVisitors = 'The answer failed.'

/**
 * A message as a visitor may read it, or null when it is not for them: instructions of the system stay
 * with the operator, tools show their names only unless the embed says otherwise, and what models and
 * providers add beside the content stays out.
 */
export function visibleMessage(message: unknown, embed: Visibility): Fields | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, id, content, name, status, tool_call_id, tool_calls, tool_call_chunks } =
    message as Fields
  const kind = String(type ?? '').toLowerCase()
  if (/^(system|developer)/.test(kind)) return null
  const isTool = kind.startsWith('tool')
  return withoutAbsent({
    id,
    type,
    content: isTool && !embed.shows_tool_details ? '' : visibleContent(content),
    name,
    status,
    tool_call_id,
    tool_calls: toolCalls(tool_calls, embed),
    tool_call_chunks: toolCalls(tool_call_chunks, embed),
  })
}

/** Text, pictures and files; a model's reasoning and parts of other kinds stay out. */
function visibleContent(content: unknown): unknown {
  if (!Array.isArray(content)) return messageText(content)
  return content.filter((part: { type?: unknown } | string | null) => {
    if (typeof part === 'string') return true
    return ['text', 'text_delta', 'image_url', 'image', 'file'].includes(String(part?.type))
  })
}

function toolCalls(list: unknown, embed: Visibility): unknown {
  if (!Array.isArray(list)) return undefined
  return list.map((call: Fields) => {
    if (embed.shows_tool_details) return call
    const { id, name, index, type } = call
    const args = typeof call.args === 'string' ? '' : {}
    return withoutAbsent({ id, name, index, type, args })
  })
}

/** The messages of a state, and nothing else of it. */
export function visibleValues(values: unknown, embed: Visibility): Fields {
  const { messages, __interrupt__ } = (values ?? {}) as Fields
  const list = Array.isArray(messages) ? messages : []
  return withoutAbsent({
    messages: list.flatMap((message) => visibleMessage(message, embed) ?? []),
    __interrupt__,
  })
}

function withoutAbsent(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
