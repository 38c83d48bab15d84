import { useState } from 'react'
import { readDraft, writeDraft } from '../draft-store.ts'

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

type Texts = Readonly<Record<string, string>>

/** The same for a form of several boxes, by their names. A box that nobody changed is not among those kept. */
export function useKeptTexts(key: string | null, initial: Texts) {
  const [json, keepJson] = useKeptText(key, '{}')
  const texts: Texts = { ...initial, ...textsOf(json) }
  const keep = (name: string, text: string) => {
    const changed = Object.entries({ ...texts, [name]: text }).filter(
      ([box, words]) => words !== initial[box],
    )
    keepJson(JSON.stringify(Object.fromEntries(changed)))
  }
  return [texts, keep] as const
}

function textsOf(json: string): Texts {
  try {
    return JSON.parse(json) as Texts
  } catch {
    return {}
  }
}
