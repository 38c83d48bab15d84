import type { Message } from '../../contract/agent-server/messages.ts'
import { type RunEvent, splitEventName } from '../../contract/agent-server/run-events.ts'
import { parseJson, writeJson } from '../../contract/exact-json.ts'
import type { Conversation, EventContext, SpokenMessage } from './conversation-types.ts'
import { foldMetadata, foldWhole } from './fold-inner.ts'

type Json = Record<string, unknown>

/** What the newest streaming protocol tells on its channels, rather than the one of before. */
export interface BlockEvent extends Json {
  readonly event: string
}

/**
 * Whether an event's data is in the newest protocol's words. A run that was begun in that one tells only so, to those
 * who join it in the one of before as well.
 */
export function isTold(data: unknown): data is BlockEvent {
  return !Array.isArray(data) && typeof Object(data).event === 'string'
}

/**
 * An event as the protocol of before tells it, where a server hands on the newest protocol's whole envelope
 * (`{type, method, params: {namespace, data, …}}`), as the published Python server does.
 */
export function unwrapped(event: RunEvent): RunEvent {
  const { type, method, params } = Object(event.data) as Json
  const { kind } = splitEventName(event.event)
  if (type !== 'event' || method !== kind || !isJson(params)) return event
  const { namespace, data, node, interrupts } = params
  const name = Array.isArray(namespace) ? [kind, ...namespace].join('|') : event.event
  if (kind === 'updates' && typeof node === 'string') {
    return { ...event, event: name, data: { [node]: data } }
  }
  const isAsked = kind === 'values' && Array.isArray(interrupts) && interrupts.length > 0
  const values = isAsked ? { ...Object(data), __interrupt__: interrupts } : data
  return { ...event, event: name, data: values }
}

/**
 * `messages` of the newest protocol: a message begins, its blocks begin, grow and end, the message ends. Blocks overlap,
 * so each is found by its index; what grows in ways that are not known comes whole with its end. Where nothing tells
 * whose blocks they are, those of two messages at once are left out until the values hold both.
 */
export function foldBlocks(
  conversation: Conversation,
  told: BlockEvent,
  namespace: readonly string[],
  context: EventContext,
): Conversation {
  const key = `${namespace.join('|')} ${String(told.run_id)}`
  const before = conversation.spoken.get(key)
  const spoken = spokenAfter(before, told)
  if (!spoken || spoken === before) return conversation
  const held = { ...conversation, spoken: new Map(conversation.spoken).set(key, spoken) }
  const metadata = placeOf(namespace, conversation)
  const placed = spoken.id === before?.id ? held : foldMetadata(held, { [spoken.id]: { metadata } })
  return { ...foldWhole(placed, [messageOf(spoken)], 'stream', context), hasMessages: true }
}

/** `tools` of the newest protocol: a tool that is done tells its result, which may be a whole message. */
export function foldTool(conversation: Conversation, told: BlockEvent, context: EventContext) {
  const { type, content, tool_call_id } = Object(told.output) as Json
  if (told.event !== 'tool-finished' || type !== 'tool' || !tool_call_id) return conversation
  const result = { ...(told.output as Message), content: content ?? '' }
  return foldWhole(conversation, [result], 'stream', context)
}

/** The output of a step as the newest protocol names it, in the words of the one before. */
export function updatesOf(data: unknown): unknown {
  const { node, values, ...others } = Object(data) as Json
  const isNamed = typeof node === 'string' && values !== undefined
  return isNamed && Object.keys(others).length === 0 ? { [node]: values } : data
}

/** Whether a `lifecycle` event tells that the run has failed, rather than something within it. */
export function isFailed(data: unknown, namespace: readonly string[]): data is BlockEvent {
  if (!isTold(data) || data.event !== 'failed') return false
  return namespace.length === 0 && !(Array.isArray(data.namespace) && data.namespace.length > 0)
}

/** Why a run failed, from its own `lifecycle` event: JSON text, an object or a sentence. */
export function reasonOf({ error }: BlockEvent): unknown {
  try {
    return typeof error === 'string' ? parseJson(error) : error
  } catch {
    return error
  }
}

function spokenAfter(
  before: SpokenMessage | undefined,
  told: BlockEvent,
): SpokenMessage | undefined {
  const { event, index, content, delta, usage } = told
  if (event === 'message-start') return begun(before, told)
  if (!before) return undefined
  if (event === 'message-finish' || event === 'usage') {
    const isCounted = isJson(usage) && !before.isMixed
    const about = isCounted ? { ...before.about, usage_metadata: usage } : before.about
    return event === 'usage' ? { ...before, about } : { ...before, about, open: before.open - 1 }
  }
  const place = typeof index === 'number' && !before.isMixed ? index : -1
  if (event === 'content-block-delta') {
    return withBlock(before, place, grown(before.blocks[place], delta))
  }
  const isWhole = event === 'content-block-start' || event === 'content-block-finish'
  return isWhole && isJson(content) ? withBlock(before, place, content) : before
}

function begun(before: SpokenMessage | undefined, told: BlockEvent): SpokenMessage | undefined {
  const { id, role = 'ai', tool_call_id, run_id } = told
  if (before && before.open > 0 && run_id === undefined) {
    return { ...before, open: before.open + 1, isMixed: true }
  }
  if (typeof id !== 'string' || id === '') return before
  const about = { type: String(role), ...(tool_call_id ? { tool_call_id } : {}) }
  return { id, about, blocks: [], open: 1, isMixed: false }
}

function withBlock(spoken: SpokenMessage, place: number, block: Json | undefined): SpokenMessage {
  // Far more than any model says: a wrong number must not make a list of that length.
  if (!block || place < 0 || place > spoken.blocks.length + 100) return spoken
  const blocks = [...spoken.blocks]
  blocks[place] = block
  return { ...spoken, blocks }
}

/** A block and what came of it. Arguments of a call are told with all that there is of them so far. */
function grown(block: Json | undefined, delta: unknown): Json | undefined {
  if (!block || !isJson(delta)) return undefined
  const { type, fields } = delta
  if (type === 'block-delta') return isJson(fields) ? { ...block, ...fields } : undefined
  const field = growing[String(type)]
  if (!field) return undefined
  return { ...block, [field]: `${block[field] ?? ''}${delta[field] ?? ''}` }
}

const growing: Readonly<Record<string, string>> = {
  'text-delta': 'text',
  'reasoning-delta': 'reasoning',
  'tool-call-delta': 'args',
}

const calls = ['tool_call', 'tool_call_chunk', 'invalid_tool_call']

function messageOf({ id, about, blocks }: SpokenMessage): Message {
  const whole = blocks.filter(isJson)
  const content = whole.filter(({ type }) => !calls.includes(String(type)))
  const pieces = whole.flatMap((block, index) =>
    calls.includes(String(block.type)) ? [pieceOf(block, index)] : [],
  )
  return { type: 'ai', ...about, id, content, tool_call_chunks: pieces }
}

function pieceOf({ id, name, args }: Json, index: number) {
  return { index, id, name, args: typeof args === 'string' ? args : writeJson(args ?? {}) }
}

/**
 * Who says something, as the protocol of before tells it beside each message. Where no step is named, what is said
 * while a tool is at work is said within it.
 */
function placeOf(namespace: readonly string[], { speakers }: Conversation) {
  const step = namespace.at(-1) ?? (speakers.open.size > 0 ? 'tool' : null)
  if (step === null) return undefined
  const [langgraph_node] = step.split(':')
  return { langgraph_node, langgraph_checkpoint_ns: namespace.join('|') }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
