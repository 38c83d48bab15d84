/**
 * A text of at most so many characters, which says how many are missing.
 * @param missing characters that were taken off its end before
 */
export function cutText(text: string, most: number, missing = 0): string {
  const more = missing + Math.max(0, text.length - most)
  return more === 0 ? text : `${text.slice(0, most)} … and ${more} more characters`
}
