import { readDraft, writeDraft } from './draft-store.ts'

/** What was typed as another wording of a message, or as an answer to a question, by its id. It is kept there no longer. */
export function takeLostWords(id: string): string[] {
  const edit = `edit.${id}`
  const answers = answerModes.map((mode) => `answer.${id}.${mode}`)
  const words = [editedWords(readDraft(edit)), ...answers.map(readDraft)]
  for (const key of [edit, ...answers]) writeDraft(key, '')
  return words.filter((text) => text.trim() !== '')
}

/** In which ways a question is answered in words. */
const answerModes = ['respond', 'words', 'raw']

function editedWords(draft: string): string {
  try {
    const { fields } = JSON.parse(draft || '{}') as { fields?: { text?: string } | null }
    return fields?.text ?? ''
  } catch {
    return ''
  }
}
