import { innerKind, type Message } from '../../contract/agent-server/messages.ts'
import type { MessageKind } from './conversation-types.ts'

/** `AIMessageChunk`, `ai` and `assistant` to `ai`; words of no known kind to `other`. */
export function messageKind(type: string): MessageKind {
  const word = type.replace(/Message(Chunk)?$/, '').toLowerCase()
  if (word === 'human' || word === 'user') return 'human'
  if (word === 'ai' || word === 'assistant') return 'ai'
  if (word === 'tool' || word === 'function') return 'tool'
  if (word === 'system' || word === 'developer') return 'system'
  return 'other'
}

/** The kind of a message as the screen has it: what an agent wrote for itself is nobody's. */
export function shownKind(message: Message): MessageKind {
  return innerKind(message) ? 'other' : messageKind(message.type)
}

/** True for the marker that removes a message, or with `removesEverything` all of them. */
export function isRemoval(message: Message): boolean {
  return message.type === 'remove' || message.type === 'RemoveMessage'
}

export function removesEverything(message: Message): boolean {
  return isRemoval(message) && message.id === '__remove_all__'
}

/** Parts of a tool call as they stream: `args` is JSON text that grows. */
export interface ToolCallChunk {
  id?: string | null
  index?: number | string | null
  name?: string | null
  args?: string | null
}

/**
 * Adds a delta to what was streamed of the same message so far. Text is appended; a list of parts is
 * merged by the parts' `index`; tool call chunks are joined by `index` (or id); other fields of the
 * delta win.
 */
export function appendDelta(before: Message, delta: Message): Message {
  const chunks = mergeToolCallChunks(toolCallChunks(before), toolCallChunks(delta))
  const calls = delta.tool_calls?.length ? mergeCalls(before.tool_calls, delta.tool_calls) : null
  return {
    ...before,
    ...delta,
    name: delta.name ?? before.name,
    content: appendContent(before.content, delta.content),
    ...besideOf(before, delta),
    tool_calls: calls ?? before.tool_calls,
    tool_call_chunks: chunks,
    usage_metadata: delta.usage_metadata ?? before.usage_metadata,
  }
}

export function toolCallChunks(message: Message): readonly ToolCallChunk[] {
  const chunks = message.tool_call_chunks
  if (!Array.isArray(chunks)) return []
  return chunks.filter(
    (chunk): chunk is ToolCallChunk => typeof chunk === 'object' && chunk !== null,
  )
}

function appendContent(before: unknown, delta: unknown): unknown {
  if (delta === undefined || delta === null || delta === '') return before ?? ''
  if (before === undefined || before === null || before === '') return delta
  if (typeof before === 'string' && typeof delta === 'string') return before + delta
  return mergeParts(asParts(before), asParts(delta))
}

/** What stands beside the content: texts that models think grow there, all else is replaced. */
function besideOf(before: Message, delta: Message): { additional_kwargs?: unknown } {
  const [head, tail] = [before.additional_kwargs, delta.additional_kwargs]
  if (!isPart(head) || !isPart(tail)) return {}
  return { additional_kwargs: joinPart(head, tail) }
}

type Part = Record<string, unknown>

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asParts(content: unknown): Part[] {
  if (Array.isArray(content)) {
    return content.map((part) =>
      typeof part === 'object' && part !== null
        ? (part as Part)
        : { type: 'text', text: String(part) },
    )
  }
  return [{ type: 'text', text: String(content) }]
}

function mergeParts(before: Part[], delta: Part[]): Part[] {
  const merged = [...before]
  for (const part of delta) {
    const at =
      part.index === undefined
        ? merged.length - 1
        : merged.findIndex((item) => item.index === part.index)
    const target = merged[at]
    if (target && target.type === part.type && canJoin(target, part)) {
      merged[at] = joinPart(target, part)
    } else {
      merged.push(part)
    }
  }
  return merged
}

/** Texts that grow. */
const growing = ['text', 'thinking', 'reasoning', 'reasoning_content', 'summary', 'input'] as const
/** Lists of parts with such texts, and objects with one. */
const holding = [
  'thinking',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'thinking_blocks',
  'summary',
] as const

/** Lists of what a text cites, which come one by one. */
const listed = ['annotations', 'citations'] as const

function canJoin(target: Part, part: Part): boolean {
  // A text that was thought, and one that is said.
  if (target.thought !== part.thought) return false
  return (
    growing.some((field) => typeof part[field] === 'string') ||
    holding.some((field) => part[field] !== undefined) ||
    (part.index !== undefined && part.index === target.index)
  )
}

function joinPart(target: Part, part: Part): Part {
  const joined = { ...target, ...part }
  for (const field of growing) {
    const [head, tail] = [target[field], part[field]]
    if (typeof head === 'string' && typeof tail === 'string') joined[field] = head + tail
  }
  for (const field of listed) {
    const [head, tail] = [target[field], part[field]]
    if (Array.isArray(head) && Array.isArray(tail)) joined[field] = [...head, ...tail]
  }
  for (const field of holding) {
    const [head, tail] = [target[field], part[field]]
    if (Array.isArray(head) && Array.isArray(tail)) {
      joined[field] = mergeParts(asParts(head), asParts(tail))
    } else if (isPart(head) && isPart(tail)) joined[field] = joinPart(head, tail)
  }
  return joined
}

function mergeToolCallChunks(
  before: readonly ToolCallChunk[],
  delta: readonly ToolCallChunk[],
): ToolCallChunk[] {
  const merged = [...before]
  for (const chunk of delta) {
    const at = merged.findIndex((item) =>
      chunk.index !== undefined && chunk.index !== null
        ? item.index === chunk.index
        : chunk.id
          ? item.id === chunk.id
          : true,
    )
    const target = at < 0 ? undefined : merged[at]
    if (!target) {
      merged.push(chunk)
      continue
    }
    merged[at] = {
      ...target,
      id: target.id ?? chunk.id,
      name: `${target.name ?? ''}${chunk.name ?? ''}`,
      args: `${target.args ?? ''}${chunk.args ?? ''}`,
    }
  }
  return merged
}

function mergeCalls(before: Message['tool_calls'], delta: NonNullable<Message['tool_calls']>) {
  const merged = [...(before ?? [])]
  for (const call of delta) {
    const at = merged.findIndex((item) => item.id && item.id === call.id)
    if (at < 0) merged.push(call)
    else merged[at] = call
  }
  return merged
}
