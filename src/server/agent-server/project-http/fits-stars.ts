/**
 * Whether a name fits a pattern in which any text stands where a star is, whatever the case of its letters. Each part is
 * looked for once, at its first place: however many stars there are, that is quick.
 */
export function fitsStars(pattern: string, name: string): boolean {
  const [start = '', ...parts] = pattern.toLowerCase().split('*')
  const text = name.toLowerCase()
  const end = parts.pop()
  if (end === undefined) return text === start
  const last = text.length - end.length
  if (!text.startsWith(start) || !text.endsWith(end)) return false
  let at = start.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= last
}
