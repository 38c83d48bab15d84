const owner = 'quarterdeck.tab-of'

/**
 * From now on the tab is a user's: what somebody else has written in it and not sent (see `draft-store.ts`) is gone.
 * True where somebody else was signed in at this tab before.
 */
export function leaveTabTo(userId: string): boolean {
  try {
    const before = sessionStorage.getItem(owner) ?? userId
    sessionStorage.setItem(owner, userId)
    if (before === userId) return false
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith('quarterdeck.draft.')) sessionStorage.removeItem(key)
    }
    return true
  } catch {
    // Where the tab keeps nothing there is nothing of anybody's.
    return false
  }
}
