const prefix = 'quarterdeck.draft.'

/** What stands in a thread's box, kept for this tab. Storage may be blocked or full: then it is not kept. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(prefix + key) ?? ''
  } catch {
    return ''
  }
}

export function writeDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + key)
    else sessionStorage.setItem(prefix + key, text)
  } catch {
    // The text still stands in the box.
  }
}

/** A thread that was new has got its id: what stands in its forms goes along. Their keys end with the thread's. */
export function moveDrafts(from: string, to: string): void {
  try {
    for (const place of Object.keys(sessionStorage)) {
      if (!place.startsWith(prefix) || !place.endsWith(`.${from}`)) continue
      const key = place.slice(prefix.length)
      writeDraft(key.slice(0, -from.length) + to, readDraft(key))
      writeDraft(key, '')
    }
  } catch {
    // Storage that is blocked holds nothing to move.
  }
}
