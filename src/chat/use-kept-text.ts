import { useState } from 'react'
import { readDraft, writeDraft } from './draft-store.ts'

/**
 * The text of a form's box, kept for this tab under a key: to close the form is not to lose the words. Who
 * sends them forgets them. Without a key they last as long as the form.
 */
export function useKeptText(key: string | null, initial: string) {
  const [text, setText] = useState(() => (key !== null && readDraft(key)) || initial)
  const keep = (next: string) => {
    setText(next)
    if (key !== null) writeDraft(key, next === initial ? '' : next)
  }
  return [text, keep] as const
}
