import { type BaseMessage, HumanMessage } from '@langchain/core/messages'

/**
 * What people wrote in a conversation, oldest first. Parts that are not text (images, files) are
 * left out, and so are messages without any text.
 */
export function requestsOf(messages: readonly BaseMessage[]): string[] {
  return messages
    .filter((message) => HumanMessage.isInstance(message))
    .map((message) => message.text.trim())
    .filter((text) => text !== '')
}

/** The newest thing a person wrote, or an empty string when nobody wrote anything. */
export function latestRequest(messages: readonly BaseMessage[]): string {
  return requestsOf(messages).at(-1) ?? ''
}
