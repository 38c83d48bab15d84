import { chatMessages } from '../chat/chat-messages.ts'
import { conversation } from '../chat/conversation.ts'
import type { PlaceInFile } from '../found.ts'
import { isRecord } from '../is-record.ts'
import type { LeftOut } from '../left-out.ts'

/** What a prompt sends, turn after turn, as templates. */
export interface Prompt {
  turns: string[]
}

/** The prompts of a file. Those that stand in other files or are code go to `leftOut`. Null where it names none. */
export function readPrompts(
  value: unknown,
  placeOf: (path: readonly PropertyKey[]) => PlaceInFile,
  leftOut: LeftOut,
): Prompt[] | null {
  if (value === undefined || value === null) return null
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((one, index) => {
    const { line } = placeOf(Array.isArray(value) ? ['prompts', index] : ['prompts'])
    const text = isRecord(one) ? (one.raw ?? one.content ?? one.prompt ?? one.id) : one
    if (typeof text !== 'string' || isElsewhere(text)) {
      const said = 'Prompts that stand in other files or are code are not taken over'
      leftOut.add(said, line)
      return []
    }
    const messages = chatMessages(jsonOf(text))
    if (!messages) return [{ turns: [text] }]
    const { turns } = conversation(messages, leftOut, line)
    return turns.length === 0 ? [] : [{ turns: turns.map((turn) => turn.text) }]
  })
}

/** A reference, a path with a wild card, or the name of a file. */
export function isElsewhere(text: string): boolean {
  return (
    /^[a-z]+:\/\//i.test(text) ||
    /^\S*\.(txt|json|jsonl|ya?ml|csv|md|j2|py|[cm]?[jt]s)(:\w+)?$/i.test(text)
  )
}

function jsonOf(text: string): unknown {
  if (!/^\s*\[/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
