import { inputMessages } from '../../../../contract/agent-server/input/input-messages.ts'
import { messageText } from '../../../../contract/agent-server/messages.ts'

/** What a run was told. */
export interface Said {
  /** The last words of the user; empty where there are none. */
  text: string
  /** The whole input, where a message alone is not it. */
  input?: unknown
}

/** What the input of a run says, as a turn of a case can say it again. */
export function saidIn(input: unknown): Said {
  if (input === null || input === undefined) return { text: '' }
  const messages = inputMessages(input)
  const text = messageText(messages.findLast(isOfUser)?.content).trim()
  const isTextAlone =
    text !== '' &&
    messages.length === 1 &&
    Array.isArray((input as { messages?: unknown }).messages) &&
    Object.keys(input).length === 1 &&
    isText(messages[0]?.content)
  return isTextAlone ? { text } : { text, input }
}

/** Whether a message is the user's. */
export const isOfUser = ({ type }: { type: string }) => type === 'human' || type === 'user'

/** Whether nothing but text is in it, no picture and no file. */
function isText(content: unknown): boolean {
  return (
    typeof content === 'string' ||
    (Array.isArray(content) &&
      content.every(
        (part) =>
          typeof part === 'string' || typeof (part as { text?: unknown })?.text === 'string',
      ))
  )
}
