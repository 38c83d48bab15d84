type MarkedTextProps = {
  text: string
  /** Words that it was found by, each by its beginning. */
  words: readonly string[]
}

/** So much stands before the first word that was found, where that would be out of sight. */
const shownBefore = 16
const outOfSight = 40

/** A text with the words marked that it was found by. Cut at its beginning where the first of them stands far behind. */
export function MarkedText({ text, words }: MarkedTextProps) {
  const parts = partsOf(text, words)
  const first = parts.find(({ isMarked }) => isMarked)
  const cut = first && first.at > outOfSight ? first.at - shownBefore : 0
  return (
    <>
      {cut > 0 && '…'}
      {parts.map(({ at, part, isMarked }) => {
        const shown = part.slice(Math.max(0, cut - at))
        if (!isMarked) return shown
        return (
          <mark key={at} className="rounded-xs bg-warn-soft text-inherit">
            {shown}
          </mark>
        )
      })}
    </>
  )
}

function partsOf(text: string, words: readonly string[]) {
  const wanted = words.map(plain)
  const parts: { at: number; part: string; isMarked: boolean }[] = []
  let at = 0
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{Mn}]+/gu)) {
    const isMarked = wanted.some((one) => one !== '' && isFound(plain(word), one))
    if (!isMarked) continue
    if (index > at) parts.push({ at, part: text.slice(at, index), isMarked: false })
    parts.push({ at: index, part: word, isMarked })
    at = index + word.length
  }
  if (at < text.length) parts.push({ at, part: text.slice(at), isMarked: false })
  return parts
}

const isUnspaced = (word: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)

const isFound = (word: string, wanted: string) =>
  isUnspaced(wanted) ? word.includes(wanted) : word.startsWith(wanted)

const plain = (word: string) =>
  word
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
