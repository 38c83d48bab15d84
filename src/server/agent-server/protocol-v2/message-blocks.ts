import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { Told } from './recorded-event.ts'

type Json = Record<string, unknown>

interface Open {
  namespace: readonly string[]
  /** The step that says it. */
  place: readonly string[]
  callId: string
  /** By what it is a piece of; in the order in which they began, which is their index. */
  blocks: Map<string, Json>
  usage: Json | null
  metadata: Json
}

/** A piece of a message's content, and which block it belongs to. */
interface Piece {
  key: string
  block: Json
}

/**
 * Messages as blocks with a beginning, deltas and an end, from the pieces or whole messages of the mode
 * `messages-tuple`. All blocks of a message are finished with it, in the order of their index.
 */
export class MessageBlocks {
  readonly #open = new Map<string, Open>()
  readonly #done = new Set<string>();

  /** A message, or a piece of one, that the step `place` says, told under a namespace. */
  *of(message: Json, namespace: readonly string[], place = namespace): Generator<Told> {
    const id = String(message.id ?? '')
    // What a tool answers is told by the channel `tools`.
    if (this.#done.has(id) || message.type === 'tool' || message.type === 'remove') return
    const isPiece = message.type === 'AIMessageChunk' || 'tool_call_chunks' in message
    let open = this.#open.get(id)
    if (!open) {
      const callId = id.replace(/^run-+/, '')
      open = { namespace, place, callId, blocks: new Map(), usage: null, metadata: {} }
      this.#open.set(id, open)
      const { type } = message
      const role = type === 'human' || type === 'system' ? { role: type } : {}
      yield told(open, { event: 'message-start', id, ...role })
    }
    for (const { key, block } of piecesOf(message)) yield* add(open, key, block)
    if (message.usage_metadata) open.usage = sum(open.usage, message.usage_metadata as Json)
    Object.assign(open.metadata, message.response_metadata)
    if (!isPiece || message.chunk_position === 'last') yield* this.#finish(id, open)
  }

  /** Messages that are in the state: those that nobody has heard of are told whole. */
  *complete(messages: readonly Json[], namespaceOf: (id: string) => readonly string[]) {
    for (const message of messages) {
      const id = String(message.id ?? '')
      const open = this.#open.get(id)
      if (open) yield* this.#finish(id, open)
      else if (message.type === 'ai') yield* this.of(message, namespaceOf(id))
    }
  }

  /** What was said by steps that are over is said. */
  *finishIn(isOver: (place: readonly string[]) => boolean): Generator<Told> {
    for (const [id, open] of [...this.#open]) {
      if (isOver(open.place)) yield* this.#finish(id, open)
    }
  }

  /** The attempt that said it is gone: its open messages come to nothing. */
  *breakOff(message: string): Generator<Told> {
    for (const open of this.#open.values()) yield told(open, { event: 'error', message })
    this.#open.clear()
    this.#done.clear()
  }

  *#finish(id: string, open: Open): Generator<Told> {
    this.#open.delete(id)
    this.#done.add(id)
    const { usage, metadata, blocks } = open
    if (usage) yield told(open, { event: 'usage', usage })
    for (const [index, block] of [...blocks.values()].entries()) {
      yield told(open, { event: 'content-block-finish', index, content: finished(block) })
    }
    const reason = metadata.finish_reason ?? metadata.stop_reason ?? 'stop'
    yield told(open, {
      event: 'message-finish',
      reason,
      ...(usage ? { usage } : {}),
      ...(Object.keys(metadata).length > 0 ? { responseMetadata: metadata } : {}),
    })
  }
}

function told({ namespace, callId }: Open, data: Json): Told {
  return { method: 'messages', namespace, data: writeJson({ ...data, run_id: callId }) }
}

function* add(open: Open, key: string, piece: Json): Generator<Told> {
  const before = open.blocks.get(key)
  const content = before ?? emptyOf(piece)
  if (!before) {
    open.blocks.set(key, content)
    const index = open.blocks.size - 1
    yield told(open, { event: 'content-block-start', index, content })
  }
  const index = [...open.blocks.keys()].indexOf(key)
  const delta = append(content, piece)
  if (delta) yield told(open, { event: 'content-block-delta', index, delta })
}

/** A block before its first piece; what comes whole is its own beginning. */
function emptyOf(piece: Json): Json {
  if (piece.type === 'text') return { ...piece, text: '' }
  if (piece.type === 'reasoning') return { ...piece, reasoning: '' }
  return piece.type === 'tool_call_chunk' ? { ...piece, args: '' } : { ...piece }
}

/** Adds a piece to its block, and answers the delta that tells of it. */
function append(block: Json, piece: Json): Json | null {
  if (block.type === 'text') {
    if (!piece.text) return null
    block.text = `${block.text}${piece.text}`
    return { type: 'text-delta', text: piece.text }
  }
  if (block.type === 'reasoning') {
    if (!piece.reasoning) return null
    block.reasoning = `${block.reasoning}${piece.reasoning}`
    return { type: 'reasoning-delta', reasoning: piece.reasoning }
  }
  if (block.type !== 'tool_call_chunk') return null
  block.id ??= piece.id
  block.name ??= piece.name
  block.args = `${block.args}${piece.args ?? ''}`
  // Arguments are told with all that there is of them so far.
  return { type: 'block-delta', fields: { ...block } }
}

function finished(block: Json): Json {
  if (block.type !== 'tool_call_chunk') return block
  const { id, name, args } = block
  try {
    return { type: 'tool_call', id, name, args: parseJson(String(args) || '{}') }
  } catch {
    const error = 'Failed to parse tool call arguments as JSON'
    return { type: 'invalid_tool_call', id, name, args, error }
  }
}

/** What a message or a piece of one says: its content, then the tools that it calls. */
function* piecesOf(message: Json): Generator<Piece> {
  const { content, additional_kwargs: more } = message
  const { reasoning_content: thought } = Object(more) as Json
  if (typeof thought === 'string' && thought !== '') {
    yield { key: 'reasoning', block: { type: 'reasoning', reasoning: thought } }
  }
  if (typeof content === 'string' && content !== '') {
    yield { key: 'text', block: { type: 'text', text: content } }
  }
  for (const [place, part] of (Array.isArray(content) ? content : []).entries()) {
    const block = typeof part === 'string' ? { type: 'text', text: part } : blockOf(part)
    if (block) yield { key: `${block.type}:${block.index ?? place}`, block }
  }
  const calls = message.tool_call_chunks
  if (Array.isArray(calls) && calls.length > 0) {
    for (const call of calls as Json[]) {
      const { id, name, args, index } = call
      const block = { type: 'tool_call_chunk', ...given({ id, name }), args: args ?? '' }
      yield { key: `tool:${index ?? id}`, block }
    }
  } else if (!('tool_call_chunks' in message) && Array.isArray(message.tool_calls)) {
    for (const { id, name, args } of message.tool_calls as Json[]) {
      const block = { type: 'tool_call_chunk', id, name, args: writeJson(args ?? {}) }
      yield { key: `tool:${id}`, block }
    }
  }
}

const ofToolCalls = ['tool_call', 'tool_call_chunk', 'tool_use', 'input_json_delta', 'functionCall']
const standard = ['text', 'reasoning', 'image', 'audio', 'video', 'file', 'non_standard']

/** A block of content in the protocol's words; null for one that is told elsewhere. */
function blockOf(part: unknown): Json | null {
  const block = Object(part) as Json
  const { type, ...rest } = block
  if (ofToolCalls.includes(String(type))) return null
  if (type === 'thinking')
    return { type: 'reasoning', ...given({ index: rest.index }), reasoning: rest.thinking ?? '' }
  if (type === 'image_url') {
    const { url } = Object(rest.image_url) as Json
    return { type: 'image', url: url ?? rest.image_url }
  }
  if (!standard.includes(String(type)) && !String(type).startsWith('server_tool_')) {
    return { type: 'non_standard', value: block }
  }
  const mime = rest.mime_type ?? rest.mimeType
  return mime === undefined ? block : { ...block, mime_type: mime }
}

function given(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}

/** Usage is told in pieces too: counts are added up. */
function sum(before: Json | null, more: Json): Json {
  if (!before) return more
  const all: Json = { ...before }
  for (const [name, value] of Object.entries(more)) {
    const own = all[name]
    all[name] = typeof own === 'number' && typeof value === 'number' ? own + value : value
  }
  return all
}
