import { diffArrays } from 'diff'

/** A part of a text, by places of its characters. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

export interface WordDiff {
  readonly a: readonly TextSpan[]
  readonly b: readonly TextSpan[]
}

/** Texts that differ in more words have nothing in common that would be worth finding. */
const mostChanges = 500

/** What each of two texts says that the other does not, by words: white space does not count. */
export function wordDiff(a: string, b: string): WordDiff {
  const [left, right] = [wordsOf(a), wordsOf(b)]
  const changes = diffArrays(
    left.map(({ text }) => text),
    right.map(({ text }) => text),
    { maxEditLength: mostChanges },
  )
  if (!changes) return { a: spanOf(left), b: spanOf(right) }
  const spans: { a: TextSpan[]; b: TextSpan[] } = { a: [], b: [] }
  let [i, j] = [0, 0]
  for (const part of joined(changes.flatMap(asPart), left)) {
    if (!part.isSame) {
      spans.a.push(...spanOf(left.slice(i, i + part.a)))
      spans.b.push(...spanOf(right.slice(j, j + part.b)))
    }
    i += part.a
    j += part.b
  }
  return spans
}

interface Word extends TextSpan {
  readonly text: string
  /** Letters or digits, not a sign. */
  readonly isWord: boolean
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function wordsOf(text: string): Word[] {
  return [...segmenter.segment(text)]
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ segment, index, isWordLike }) => ({
      text: segment,
      from: index,
      to: index + segment.length,
      isWord: isWordLike ?? false,
    }))
}

/** From the first word to the last. */
function spanOf(words: readonly Word[]): TextSpan[] {
  const [first, last] = [words[0], words.at(-1)]
  return first && last ? [{ from: first.from, to: last.to }] : []
}

/** So many words on each side that are the same, or are not. */
interface Part {
  isSame: boolean
  a: number
  b: number
}

function asPart(change: { added: boolean; removed: boolean; count: number }): Part {
  const { added, removed, count } = change
  return { isSame: !added && !removed, a: added ? 0 : count, b: removed ? 0 : count }
}

/** A single word that both have by chance in the middle of what differs does not break it in two. */
function joined(parts: readonly Part[], left: readonly Word[]): Part[] {
  const all: Part[] = []
  let at = 0
  for (const [index, part] of parts.entries()) {
    const words = left.slice(at, at + part.a).filter(({ isWord }) => isWord).length
    const before = all.at(-1)
    const isBetween = before?.isSame === false && parts[index + 1]?.isSame === false
    const isSame = part.isSame && !(isBetween && words <= 1)
    at += part.a
    if (before && before.isSame === isSame) {
      before.a += part.a
      before.b += part.b
    } else all.push({ ...part, isSame })
  }
  return all
}
