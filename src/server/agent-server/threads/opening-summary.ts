import { firstText, inputMessages } from '../../../contract/agent-server/input/input-messages.ts'
import type { Thread } from '../../../contract/agent-server/threads.ts'

const summaryLength = 200

/**
 * What a list can show of a thread whose first run has only begun: what a person says first
 * in its input. Null for inputs without messages. The run's end replaces it, a rollback takes it away.
 */
export function openingSummary(input: unknown): Thread['summary'] {
  const first = firstText(inputMessages(input))
  if (first === null) return null
  const first_message = [...first].slice(0, summaryLength).join('')
  return { first_message, last_message: null, message_count: 0 }
}
