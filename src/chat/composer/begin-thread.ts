import { readDraft, writeDraft } from '../draft-store.ts'

/**
 * Leaves a message for the page of a new thread, to be sent as soon as that is there. Behind a message that was begun
 * there before it only stands in the box.
 * @param draftKey under which that page keeps what is written
 * @returns false where this browser keeps nothing, and so nothing was left
 */
export function beginThread(
  draftKey: string,
  text: string,
  assistant: { readonly assistant_id: string; readonly name: string },
): boolean {
  const before = readDraft(draftKey)
  const both = before === '' ? text : `${before}\n${text}`
  writeDraft(draftKey, both)
  if (readDraft(draftKey) !== both) return false
  const { assistant_id, name } = assistant
  const choices = { chosen: { assistant_id }, assistant: { assistant_id, name } }
  writeDraft(`choices.${draftKey}`, JSON.stringify(choices))
  if (before === '') writeDraft(dueKey(draftKey), 'yes')
  return true
}

/** Whether what stands in a box is to be sent at once; true once. */
export function takeDue(draftKey: string): boolean {
  const isDue = readDraft(dueKey(draftKey)) !== ''
  if (isDue) writeDraft(dueKey(draftKey), '')
  return isDue
}

const dueKey = (draftKey: string) => `due.${draftKey}`
