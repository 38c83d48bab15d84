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
