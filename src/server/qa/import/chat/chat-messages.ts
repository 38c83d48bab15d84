import { isRecord } from '../is-record.ts'

/** A message of a conversation, whichever way it was written. */
export interface RecordedMessage {
  role: 'user' | 'assistant' | 'system' | 'other'
  /** As the file names it. */
  roleName: string
  text: string
  /** Whether it has parts that are no text, as images. */
  hasOther: boolean
  /** Whether the assistant calls tools in it. */
  callsTools: boolean
}

const roles = new Map<string, RecordedMessage['role']>([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
])

/**
 * Reads messages as chat models take them (`role`, `content`), and as LangChain writes them: with a `type`, with their
 * fields under `data` or `kwargs`, or as pairs. Null for a value that is no list of such messages.
 */
export function chatMessages(value: unknown): RecordedMessage[] | null {
  if (!Array.isArray(value)) return null
  // Batches of one, as some tracers write them.
  const list =
    value.length === 1 && Array.isArray(value[0]) && isMessage(value[0][0]) ? value[0] : value
  const messages = list.map(chatMessage)
  return messages.every((one) => one !== null) ? messages : null
}

const isMessage = (value: unknown) => chatMessage(value) !== null

function chatMessage(value: unknown): RecordedMessage | null {
  if (Array.isArray(value)) {
    const [role, content] = value
    return value.length === 2 && typeof role === 'string' && typeof content === 'string'
      ? message(role, { content })
      : null
  }
  if (!isRecord(value)) return null
  const className = Array.isArray(value.id) ? value.id.at(-1) : undefined
  if (isRecord(value.kwargs) && typeof className === 'string') {
    return message(className.replace(/Message(Chunk)?$/, '').toLowerCase(), value.kwargs)
  }
  const role = value.role ?? value.type
  if (typeof role !== 'string') return null
  return message(role, isRecord(value.data) ? value.data : value)
}

function message(roleName: string, fields: Record<string, unknown>): RecordedMessage {
  const parts = Array.isArray(fields.content) ? fields.content : [fields.content ?? '']
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    return isRecord(part) && typeof part.text === 'string' ? part.text : null
  })
  const calls = fields.tool_calls ?? fields.function_call
  return {
    role: roles.get(roleName.toLowerCase()) ?? 'other',
    roleName,
    text: texts.filter((text) => text !== null).join('\n'),
    hasOther: texts.includes(null),
    callsTools: Array.isArray(calls) ? calls.length > 0 : isRecord(calls),
  }
}
