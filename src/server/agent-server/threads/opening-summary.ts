import { messageText } from '../../../contract/agent-server/messages.ts'
import type { Thread } from '../../../contract/agent-server/threads.ts'

const summaryLength = 200

/**
 * What a list can show of a thread whose first run has only begun: the first text of its input. Null
 * for inputs without messages. The run's end replaces it, a rollback takes it away.
 */
export function openingSummary(input: unknown): Thread['summary'] {
  const first = openingText(input)
  if (first === null) return null
  const first_message = [...first].slice(0, summaryLength).join('')
  return { first_message, last_message: null, message_count: 0 }
}

/** The first text of an input; null for inputs without messages. */
export function openingText(input: unknown): string | null {
  const messages = (input as { messages?: unknown } | null)?.messages
  const texts = (Array.isArray(messages) ? messages : [messages]).map((message) =>
    typeof message === 'string'
      ? message
      : messageText((message as { content?: unknown } | null | undefined)?.content),
  )
  return texts.find((text) => text.trim() !== '') ?? null
}
