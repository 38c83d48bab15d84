import {
  foldKept,
  foldSpoken,
  type InnerPlace,
  noSpeakers,
} from '../../contract/agent-server/inner-words.ts'
import { type Message, messagesOf } from '../../contract/agent-server/messages.ts'
import type { Conversation, EventContext, InnerMessage } from './conversation-types.ts'
import { addDelta, upsertMessages } from './message-list-fold.ts'

type Messages = Conversation['messages']

/** Adds to the conversation's messages or, what was said within a tool call, to its inner ones. */
function foldBySpeaker(
  conversation: Conversation,
  message: Message,
  metadata: unknown,
  add: (messages: Messages) => Messages,
): Conversation {
  const { speakers, inner: place } = foldSpoken(conversation.speakers, message, metadata)
  if (!place) {
    const messages = add(conversation.messages)
    return { ...conversation, speakers, messages, hasMessages: true }
  }
  return { ...conversation, speakers, inner: placed(add(conversation.inner), place) }
}

/** A piece of a message, with what the stream tells of who says it. */
export function foldPiece(
  conversation: Conversation,
  delta: Message,
  metadata: unknown,
  context: EventContext,
): Conversation {
  return foldBySpeaker(conversation, delta, metadata, (list) => addDelta(list, delta, context))
}

/** Messages as far as they have come, or whole; who says them was told before, see `foldMetadata`. */
export function foldWhole(
  conversation: Conversation,
  messages: readonly Message[],
  origin: 'state' | 'stream',
  context: EventContext,
): Conversation {
  let folded = conversation
  for (const message of messages) {
    const metadata = folded.metadataById.get(message.id ?? '')
    folded = foldBySpeaker(folded, message, metadata, (list) =>
      upsertMessages(list, [message], origin, context),
    )
  }
  return folded
}

/** `messages/metadata`: what there is beside messages whose parts follow, by their ids. */
export function foldMetadata(conversation: Conversation, data: unknown): Conversation {
  const metadataById = new Map(conversation.metadataById)
  for (const [id, about] of Object.entries(Object(data) as Record<string, unknown>)) {
    metadataById.set(id, (Object(about) as { metadata?: unknown }).metadata)
  }
  return { ...conversation, metadataById }
}

/** The thread's values: what they hold is nobody's inner word, and what was said in calls with results is complete. */
export function settleInner(conversation: Conversation, values: unknown): Conversation {
  const speakers = foldKept(conversation.speakers, values)
  const own = new Set(messagesOf(values).map(({ id }) => id))
  const inner = conversation.inner
    .filter(({ id }) => id === null || !own.has(id))
    .map((item) => (item.within.calls.some((id) => speakers.open.has(id)) ? item : settled(item)))
  const isSame =
    inner.length === conversation.inner.length &&
    inner.every((item, index) => item === conversation.inner[index])
  return { ...conversation, speakers, inner: isSame ? conversation.inner : inner }
}

/** The run is over, or another begins: what was said in its calls stays. */
export function endInner({ inner, speakers }: Conversation): Partial<Conversation> {
  const { carriedOut } = speakers
  return { inner: inner.map(settled), speakers: { ...noSpeakers, carriedOut } }
}

/** What was streamed comes again. */
export function forgetInner({ inner, speakers }: Conversation): Partial<Conversation> {
  const { carriedOut } = speakers
  return {
    inner: inner.filter((item) => item.origin === 'state'),
    speakers: { ...noSpeakers, carriedOut },
  }
}

function settled(item: InnerMessage): InnerMessage {
  return item.origin === 'state' ? item : { ...item, origin: 'state' }
}

function placed(messages: Messages, within: InnerPlace): readonly InnerMessage[] {
  return messages.map((item) => ('within' in item ? (item as InnerMessage) : { ...item, within }))
}
