import type { LeftOut } from '../left-out.ts'
import type { RecordedMessage } from './chat-messages.ts'

/** The turns and the expected answer of a recorded conversation. */
export interface RecordedConversation {
  turns: { do: 'send'; text: string }[]
  expected: string
}

/** The user's messages are sent; the assistant's last one is expected. What else there is goes to `leftOut`. */
export function conversation(
  messages: readonly RecordedMessage[],
  leftOut: LeftOut,
  line: number,
): RecordedConversation {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const answer = messages.findLast((one, at) => at > last && one.role === 'assistant' && one.text)
  const turns: RecordedConversation['turns'] = []
  for (const one of messages) {
    if (one.role === 'user') {
      if (one.text.trim() !== '') turns.push({ do: 'send', text: one.text })
    } else if (one.role === 'system') leftOut.add('System messages are not taken over', line)
    else if (one.role === 'other') {
      leftOut.add(`Messages of “${one.roleName}” are not taken over`, line)
    } else if (one !== answer && one.text !== '') {
      leftOut.add('Answers of the assistant before its last one are not taken over', line)
    }
    if (one.hasOther && (one.role === 'user' || one === answer)) {
      leftOut.add('Parts of messages that are no text are not taken over', line)
    }
    if (one.callsTools) leftOut.add('Calls of tools are not taken over', line)
  }
  return { turns, expected: answer?.text ?? '' }
}
