import { Message, messagesOf, messageText } from '../../contract/agent-server/messages.ts'
import { type RunEvent, splitEventName } from '../../contract/agent-server/run-events.ts'
import type { Interrupt, ThreadState } from '../../contract/agent-server/threads.ts'
import { pendingInterrupts } from '../../contract/agent-server/threads.ts'
import { tokensOf } from '../../contract/agent-server/tokens.ts'
import type { Conversation, EventContext, RunFailure, ShownMessage } from './conversation-types.ts'
import { foldMetadata, foldPiece, foldWhole, settleInner } from './fold-inner.ts'
import { replaceMessages, upsertMessages } from './message-list-fold.ts'
import { beginAgain } from './runs/conversation-runs.ts'
import { foldNodeDone, foldNodeSeen, foldTask } from './steps.ts'

/** Custom entries kept for the screen; older ones are in the event list. */
const maxCustom = 200
const maxKinds = 50

/**
 * Folds one event of a run's stream (§6) into the conversation. Never throws: data that does not have
 * the expected shape changes nothing, kinds that are not known are counted.
 */
export function foldEvent(
  conversation: Conversation,
  event: RunEvent,
  context: EventContext,
): Conversation {
  const { kind, namespace } = splitEventName(event.event)
  const { data } = event
  switch (kind) {
    case 'metadata': {
      const isAgain = Number((data as { attempt?: unknown } | null)?.attempt) > 1
      const before = isAgain ? beginAgain(conversation) : conversation
      return { ...before, barrierAt: context.at, failure: null }
    }
    case 'messages':
      return foldTuple(conversation, data, context)
    case 'messages/partial':
    case 'messages/complete': {
      const origin = kind === 'messages/complete' ? 'state' : 'stream'
      return { ...foldWhole(conversation, listOf(data), origin, context), hasMessages: true }
    }
    case 'values':
      return namespace.length > 0 ? conversation : foldValues(conversation, data, context)
    case 'updates':
      return foldUpdates(conversation, data, namespace.length === 0, context)
    case 'tasks':
      return namespace.length > 0 ? conversation : foldTask(conversation, data, context)
    case 'custom':
      return foldCustom(conversation, event, context)
    case 'error':
      return { ...conversation, failure: readFailure(data) }
    case 'messages/metadata':
      return foldMetadata(conversation, data)
    case 'feedback':
    case 'checkpoints':
    case 'debug':
    case 'events':
    case 'tools':
    case 'end':
      return conversation
    default:
      return { ...conversation, unknownKinds: countKind(conversation.unknownKinds, kind) }
  }
}

/**
 * The thread's state as read: it wins over everything that was streamed. `answered`: ids of questions
 * that runs were started to answer.
 */
export function foldState(
  conversation: Conversation,
  state: ThreadState,
  context: EventContext,
  answered?: ReadonlySet<string>,
): Conversation {
  const hasList = Array.isArray((state.values as { messages?: unknown } | null)?.messages)
  const list = messagesOf(state.values)
  const interrupts = pendingInterrupts(state, answered)
  const messages = replaceMessages(conversation.messages, list, context)
  return {
    ...conversation,
    messages: interrupts.length > 0 ? withResults(messages, state, context) : messages,
    hasMessages: hasList || conversation.hasMessages,
    values: state.values,
    interrupts,
    next: state.next,
  }
}

/** What the tasks beside one that waits for a person have written: the values hold it once that is done as well. */
function withResults(
  messages: readonly ShownMessage[],
  { tasks }: ThreadState,
  context: EventContext,
): readonly ShownMessage[] {
  const ended = tasks.filter(({ interrupts }) => (interrupts ?? []).length === 0)
  const written = ended.flatMap(({ result }) => listOf(Object(result).messages ?? []))
  const known = written.map((message) => ({
    ...message,
    // The thread gives it one when all are done.
    id: message.id ?? (message.tool_call_id ? `result of ${message.tool_call_id}` : null),
  }))
  return upsertMessages(messages, known, 'state', context)
}

/** The failure in an `error` event's data: an object, or a bare sentence. */
function readFailure(data: unknown): RunFailure {
  if (typeof data === 'string') return { name: null, message: data }
  const { error, message } = (data ?? {}) as { error?: unknown; message?: unknown }
  const name = typeof error === 'string' ? error : null
  if (typeof message === 'string' && message !== '') return { name, message }
  return { name, message: name ?? 'The run failed without a reason.' }
}

function foldTuple(conversation: Conversation, data: unknown, context: EventContext): Conversation {
  const [first, second] = Array.isArray(data) ? data : [data]
  const delta = messageOf(first)
  if (!delta) return conversation
  const changed = {
    ...foldPiece(conversation, delta, second, context),
    pace: paceOf(conversation, delta, context),
  }
  const metadata = second as { langgraph_node?: unknown; langgraph_step?: unknown } | undefined
  if (typeof metadata?.langgraph_node !== 'string') return changed
  return foldNodeSeen(changed, metadata.langgraph_node, metadata.langgraph_step, context)
}

/** How fast text comes, with one more piece of it. */
export function paceOf({ pace }: Conversation, delta: Message, { at }: EventContext) {
  const characters = messageText(delta.content).length
  // Nearly every piece tells nothing.
  const tokens = delta.usage_metadata ? (tokensOf(delta)?.output_tokens ?? null) : null
  if (at === null) return pace
  if (!pace) return { characters, tokens, firstAt: at, lastAt: at }
  return {
    characters: pace.characters + characters,
    tokens: tokens === null ? pace.tokens : (pace.tokens ?? 0) + tokens,
    firstAt: pace.firstAt,
    lastAt: at,
  }
}

function foldValues(
  conversation: Conversation,
  values: unknown,
  context: EventContext,
): Conversation {
  const keys = typeof values === 'object' && values !== null ? Object.keys(values) : []
  const asked = interruptsOf(values)
  // At a pause the event holds nothing but the question: it is no state.
  if (asked && keys.length === 1) return { ...conversation, interrupts: asked }
  const hasList = Array.isArray((values as { messages?: unknown } | null)?.messages)
  return {
    ...settleInner(conversation, values),
    values,
    valuesBefore: conversation.values,
    hasMessages: hasList || conversation.hasMessages,
    messages: hasList
      ? replaceMessages(conversation.messages, messagesOf(values), context)
      : conversation.messages,
    interrupts: asked ?? conversation.interrupts,
    barrierAt: context.at,
  }
}

function foldUpdates(
  conversation: Conversation,
  data: unknown,
  isRoot: boolean,
  context: EventContext,
): Conversation {
  if (typeof data !== 'object' || data === null) return conversation
  if (!isRoot) return conversation
  let folded = conversation
  for (const [node, output] of Object.entries(data)) {
    if (node === '__interrupt__') {
      folded = { ...folded, interrupts: interruptsOf(data) ?? [] }
      continue
    }
    folded = foldNodeDone(folded, node, context)
    const written = (output as { messages?: unknown } | null)?.messages
    if (written === undefined || written === null) continue
    const messages = upsertMessages(folded.messages, listOf(written), 'state', context)
    folded = { ...folded, messages, hasMessages: true }
  }
  return folded
}

function foldCustom(
  conversation: Conversation,
  event: RunEvent,
  context: EventContext,
): Conversation {
  const last = conversation.custom.at(-1)
  const key = `${event.id ?? ''}:${last ? Number(last.key.split(':').at(-1)) + 1 : 0}`
  const entry = { key, at: context.at, data: event.data }
  return { ...conversation, custom: [...conversation.custom, entry].slice(-maxCustom) }
}

function interruptsOf(data: unknown): Interrupt[] | null {
  const list = (data as { __interrupt__?: unknown } | null)?.__interrupt__
  if (!Array.isArray(list)) return null
  return list.filter((item): item is Interrupt => typeof item === 'object' && item !== null)
}

function listOf(data: unknown): Message[] {
  const list = Array.isArray(data) ? data : [data]
  return list.flatMap((item) => messageOf(item) ?? [])
}

/** Removals and some chunks come without content. */
function messageOf(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null
  const parsed = Message.safeParse({ content: '', ...data })
  return parsed.success ? parsed.data : null
}

/** Names beyond the limit are counted together: a server may make a new one for every event. */
function countKind(counts: Readonly<Record<string, number>>, kind: string) {
  const isFull = !Object.hasOwn(counts, kind) && Object.keys(counts).length >= maxKinds
  const name = isFull ? 'others' : kind
  const before = Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0
  return { ...counts, [name]: before + 1 }
}
