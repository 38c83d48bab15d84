const maxLength = 300

/** The header by which the chat tells which page of the site it stands on. */
export const pageHeader = 'quarterdeck-page'

/** A page's address without what it is asked for (`?…`, `#…`) and who asks; null for what is no page. */
export function pageAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, origin, pathname } = new URL(address)
  return /^https?:$/.test(protocol) ? `${origin}${pathname}` : null
}

/**
 * A page as it is counted: an address of which every part that looks like an id, a token or somebody’s mail is a
 * star, so that pages of a kind count together and nothing secret is kept.
 */
export function countedPage(address: string): string | null {
  const page = pageAddress(address)
  if (page === null) return null
  const { origin, pathname } = new URL(page)
  const path = pathname.split('/').map((part) => (isTelling(part) ? '*' : part))
  return `${origin}${path.join('/')}`.slice(0, maxLength)
}

function isTelling(part: string): boolean {
  const text = decoded(part)
  if (text.includes('@') || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return true
  // A sentence of short words is a title, whatever its length.
  return text
    .split(/[-_.~ ]/)
    .some((word) => /^\d{6,}$/.test(word) || (word.length >= 16 && /\d/.test(word)))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
