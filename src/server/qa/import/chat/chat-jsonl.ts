import { type FoundInFile, nothingFound } from '../found.ts'
import { readJsonRows } from '../json/json-rows.ts'
import { LeftOut } from '../left-out.ts'
import { chatMessages } from './chat-messages.ts'
import { conversation } from './conversation.ts'

/** One conversation a line: `{"messages": [{"role": "user", "content": "…"}, …]}`. */
export function readChatJsonl(text: string): FoundInFile {
  const { rows, faults } = readJsonRows(text)
  const found = { ...nothingFound(), faults }
  const leftOut = new LeftOut()
  for (const { line, value, placeOf } of rows) {
    const { messages: written, key, ...others } = value
    const messages = chatMessages(written)
    if (!messages) {
      const message = 'Here “messages” was expected: a list of objects with “role” and “content”.'
      faults.push({ ...placeOf(['messages']), message })
      continue
    }
    const content = conversation(messages, leftOut, line)
    if (content.turns.length === 0) {
      faults.push({ ...placeOf(['messages']), message: 'The user says nothing here.' })
      continue
    }
    for (const name of Object.keys(others)) leftOut.add(`“${name}” is not taken over`, line)
    const place = ([field]: readonly PropertyKey[]) =>
      placeOf([field === 'key' ? 'key' : 'messages'])
    const words = content.turns[0]?.text ?? ''
    const given = typeof key === 'string' && key !== '' ? { key } : {}
    found.cases.push({ line, ...given, words, content: { ...content }, placeOf: place })
  }
  found.left_out.push(...leftOut.sentences())
  return found
}
