import { answerKeys, readDraft, writeDraft } from '../draft-store.ts'

/** What was typed as another wording of a message, or as an answer to a question, by its id. It is kept there no longer. */
export function takeLostWords(id: string): string[] {
  const edit = `edit.${id}`
  const words = editedWords(readDraft(edit))
  writeDraft(edit, '')
  return [words, ...takeAnswer(id)].filter((text) => text.trim() !== '')
}

/** What was typed as an answer to a question, in each of the ways to answer it. It is kept there no longer. */
export function takeAnswer(interrupt_id: string): string[] {
  const keys = answerKeys(interrupt_id)
  const words = keys.flatMap((key) => answerWords(key, readDraft(key)))
  for (const key of keys) writeDraft(key, '')
  return words
}

function answerWords(key: string, draft: string): string[] {
  // In which way arguments were edited: no words of anybody.
  if (key.endsWith('.way')) return []
  if (!key.endsWith('form')) return [draft]
  const fields = Object.entries(JSON.parse(draft) as Record<string, string>)
  return fields.map(([name, text]) => `${name}: ${text}`)
}

function editedWords(draft: string): string {
  try {
    const { fields } = JSON.parse(draft || '{}') as { fields?: { text?: string } | null }
    return fields?.text ?? ''
  } catch {
    return ''
  }
}
