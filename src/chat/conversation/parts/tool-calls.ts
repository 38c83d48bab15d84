import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { jsonText } from '../../../ui/format/json-text.ts'
import type { ShownMessage } from '../conversation-types.ts'
import { toolCallChunks } from '../message-delta.ts'

/** A call as a card shows it. */
export interface ShownCall {
  readonly key: string
  readonly id: string | null
  readonly name: string
  /** Parsed arguments, or the JSON text as far as it has come. */
  readonly args: unknown
  readonly isWriting: boolean
}

/** The calls of a message: while it streams from its pieces, afterwards as the model made them. */
export function shownCalls({ message, origin, key }: ShownMessage): ShownCall[] {
  const chunks = toolCallChunks(message)
  if (origin !== 'state' && chunks.length > 0) {
    return chunks.map((chunk, index) => ({
      key: `${key}-${index}`,
      id: chunk.id ?? null,
      name: chunk.name || 'tool',
      args: parsedOr(chunk.args ?? ''),
      isWriting: origin === 'stream',
    }))
  }
  return (message.tool_calls ?? []).map((call, index) => ({
    key: `${key}-${index}`,
    id: call.id ?? null,
    name: call.name || 'tool',
    args: call.args,
    isWriting: false,
  }))
}

function parsedOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

const maxSummary = 80

/** Arguments in a line: “order_id: 4411, amount: 84”. */
export function argsSummary(args: unknown): string {
  const text =
    typeof args === 'object' && args !== null
      ? Object.entries(args)
          .map(([name, value]) => `${name}: ${short(value)}`)
          .join(', ')
      : short(args)
  return text.length > maxSummary ? `${text.slice(0, maxSummary)}…` : text
}

function short(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : writeJson(value)
}

/** A result as JSON where it is JSON, else as the text that it is. */
export function resultValue(content: unknown): unknown {
  if (typeof content !== 'string') return content
  const text = content.trim()
  return /^[[{]/.test(text) ? parsedOr(content) : content
}

/** A result in the letters that its card shows. */
export function resultText(content: unknown): string {
  const value = resultValue(content)
  return typeof value === 'string' ? value : jsonText(value)
}
