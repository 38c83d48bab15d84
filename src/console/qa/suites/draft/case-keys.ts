const most = 40

/** A key made of the first words of a text; `case` where it has no letters that a key may have. */
export function keyOfText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 200)
  const words = plain.split('-').filter(Boolean).slice(0, 6)
  while (words.length > 1 && words.join('-').length > most) words.pop()
  return words.join('-').slice(0, most) || 'case'
}

/** `a`, or `a-2` where that is taken, and so on. */
export function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let count = 2; ; count += 1) {
    const key = `${wanted.slice(0, 95)}-${count}`
    if (!taken.has(key)) return key
  }
}
