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

/** Under which keys something is kept of a thread, its forms' among them: those end with the thread's. */
export function draftKeys(threadKey: string): string[] {
  return keysWhere((key) => key === threadKey || key.endsWith(`.${threadKey}`))
}

/** Under which keys something is kept of the answer to a question: one for each way to answer it. */
export function answerKeys(interrupt_id: string): string[] {
  return keysWhere((key) => key.startsWith(`answer.${interrupt_id}.`))
}

function keysWhere(isMeant: (key: string) => boolean): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((place) => place.startsWith(prefix))
      .map((place) => place.slice(prefix.length))
      .filter(isMeant)
  } catch {
    // Storage that is blocked holds nothing.
    return []
  }
}

/** A thread that was new has got its id: what stands in its forms goes along. */
export function moveDrafts(from: string, to: string): void {
  for (const key of draftKeys(from)) {
    writeDraft(key.slice(0, -from.length) + to, readDraft(key))
    writeDraft(key, '')
  }
}
