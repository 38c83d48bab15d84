import type { Message } from '../../contract/agent-server/messages.ts'
import type { EventContext, MessageOrigin, ShownMessage } from './conversation-types.ts'
import { appendDelta, isRemoval, removesEverything, shownKind } from './message-delta.ts'
import { isSameJson } from './same-json.ts'

type Messages = readonly ShownMessage[]

/** Adds a streamed part to its message. A message that the state already holds is complete: it stays. */
export function addDelta(messages: Messages, delta: Message, context: EventContext): Messages {
  if (isRemoval(delta)) return removeMessage(messages, delta)
  const at = indexOf(messages, delta)
  const found = messages[at]
  if (!found) return [...messages, newMessage(delta, 'stream', context, messages.length)]
  if (found.origin === 'state' || found.origin === 'sent') return messages
  return replaceAt(messages, at, { ...found, message: appendDelta(found.message, delta) })
}

/** Puts whole messages in place, as the usual reducer of a message list does: by id, else at the end. */
export function upsertMessages(
  messages: Messages,
  incoming: readonly Message[],
  origin: MessageOrigin,
  context: EventContext,
): Messages {
  let list = messages
  for (const message of incoming) {
    if (isRemoval(message)) list = removeMessage(list, message)
    // Without an id it cannot be told apart from what is there: the next `values` brings it.
    if (isRemoval(message) || !message.id) continue
    const at = indexOf(list, message)
    const found = list[at]
    list = found
      ? replaceAt(list, at, settle(found, message, origin, context))
      : [...list, newMessage(message, origin, context, list.length)]
  }
  return list
}

/**
 * The list of a `values` event or a state read: it replaces what was shown. Messages that are the
 * same stay the same objects; the remains of cut-off runs keep their place behind their neighbour.
 */
export function replaceMessages(
  before: Messages,
  list: readonly Message[],
  context: EventContext,
): Messages {
  const known = new Map(before.flatMap((item) => (item.id ? [[item.id, item] as const] : [])))
  const usable = oncePerId(list.filter((message) => !isRemoval(message)))
  const after = usable.map((message, index) => {
    const found = message.id ? known.get(message.id) : before[index]
    if (!found || (!message.id && found.id)) return newMessage(message, 'state', context, index)
    if (found.origin === 'state' && isSameJson(found.message, message)) return found
    return settle(found, message, 'state', context)
  })
  const kept = withRemains(before, after)
  return isSameList(before, kept) ? before : kept
}

/** A list that holds an id twice shows the later message, in the place of the first. */
function oncePerId(list: readonly Message[]): readonly Message[] {
  const places = new Map<string, number>()
  const once: Message[] = []
  for (const message of list) {
    const place = message.id ? places.get(message.id) : undefined
    if (message.id && place === undefined) places.set(message.id, once.length)
    if (place === undefined) once.push(message)
    else once[place] = message
  }
  return once.length === list.length ? list : once
}

/** What was streamed but not kept by the thread: shown as cut off, or dropped. */
export function endStreamed(messages: Messages, keepsRemains: boolean): Messages {
  if (!messages.some((item) => item.origin === 'stream')) return messages
  if (!keepsRemains) return messages.filter((item) => item.origin !== 'stream')
  return messages.map((item) => (item.origin === 'stream' ? { ...item, origin: 'cut' } : item))
}

export function newMessage(
  message: Message,
  origin: MessageOrigin,
  context: EventContext,
  index: number,
): ShownMessage {
  const kind = shownKind(message)
  return {
    key: message.id ?? `${kind}-${index}-${context.run_id ?? ''}`,
    id: message.id ?? null,
    kind,
    message,
    origin,
    run_id: context.run_id,
    firstAt: context.at,
    settledAt: origin === 'state' ? context.at : null,
  }
}

function settle(
  found: ShownMessage,
  message: Message,
  origin: MessageOrigin,
  context: EventContext,
): ShownMessage {
  return {
    ...found,
    id: message.id ?? found.id,
    kind: shownKind(message),
    message,
    origin,
    run_id: found.run_id ?? context.run_id,
    settledAt: found.settledAt ?? (origin === 'state' ? context.at : null),
  }
}

function removeMessage(messages: Messages, removal: Message): Messages {
  if (removesEverything(removal)) return []
  return messages.filter((item) => item.id !== removal.id)
}

/** A tool's result may carry another id in the stream than in the state: its call tells. */
function indexOf(messages: Messages, message: Message): number {
  if (message.id) {
    const at = messages.findLastIndex((item) => item.id === message.id)
    if (at >= 0) return at
  }
  if (!message.tool_call_id) return message.id ? -1 : lastUnnamed(messages)
  return messages.findLastIndex((item) => item.message.tool_call_id === message.tool_call_id)
}

function lastUnnamed(messages: Messages): number {
  const at = messages.length - 1
  return messages[at]?.id === null && messages[at]?.origin === 'stream' ? at : -1
}

function replaceAt(messages: Messages, at: number, item: ShownMessage): Messages {
  const copy = messages.slice()
  copy[at] = item
  return copy
}

function withRemains(before: Messages, after: Messages): Messages {
  if (!before.some((item) => item.origin === 'cut')) return after
  const held = new Set(after.map((item) => item.key))
  const result = [...after]
  let neighbour: string | null = null
  for (const item of before) {
    if (item.origin === 'cut' && !held.has(item.key)) {
      const at = neighbour === null ? -1 : result.findIndex((other) => other.key === neighbour)
      if (at >= 0) {
        result.splice(at + 1, 0, item)
        neighbour = item.key
      }
    } else {
      neighbour = item.key
    }
  }
  return result
}

function isSameList(before: Messages, after: Messages): boolean {
  return before.length === after.length && before.every((item, index) => item === after[index])
}
