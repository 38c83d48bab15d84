import { forgetDrafts } from '../../../chat/composer/draft-store.ts'

const name = 'quarterdeck.tab-of'

/**
 * From now on the tab is a user's: what somebody else has written in it and not sent is gone. True where somebody else
 * was signed in at this tab before.
 */
export function leaveTabTo(userId: string): boolean {
  try {
    const before = sessionStorage.getItem(name)
    if (before === userId) return false
    sessionStorage.setItem(name, userId)
    if (before === null) return false
  } catch {
    // Where the tab keeps nothing there is nothing of anybody's.
    return false
  }
  forgetDrafts()
  return true
}
