import type { DocSection } from './doc-sections.ts'
import { plain } from './doc-sections.ts'
import type { Doc } from './docs.ts'

/** A place of the docs that something was found at. */
export interface FoundSection {
  readonly doc: Doc
  readonly section: DocSection
  /** The sentence around the first word; empty where the words are in the headings alone. */
  readonly excerpt: string
}

const excerptLength = 160
/** A first word that stands farther behind is brought to the beginning. */
const farIn = 40

/** The words that are looked for. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/**
 * Sections that hold every word, also as a part of one: first the page that is called so, then a section that is, then
 * those named by all of them, then those whose
 * page and heading have them together, then those that only say them.
 * @param where `headings` leaves out the last
 */
export function findInDocs(
  docs: readonly Doc[],
  text: string,
  where: 'headings' | 'everywhere' = 'everywhere',
): FoundSection[] {
  const words = wordsOf(text)
  const title = words.join(' ')
  if (words.length === 0) return []
  const found: (FoundSection & { rank: number })[] = []
  for (const doc of docs) {
    for (const section of doc.sections) {
      const rank =
        section.title.toLowerCase() === title ? nameRank(section) : rankOf(doc, section, words)
      if (rank === null || (where === 'headings' && rank === 2)) continue
      found.push({ doc, section, rank, excerpt: rank <= 0 ? '' : excerptOf(section, words) })
    }
  }
  return found.sort((one, other) => one.rank - other.rank).map(({ rank: _, ...rest }) => rest)
}

/** What is called as was typed comes before all else, a page before a chapter. */
const nameRank = ({ depth }: DocSection) => (depth > 1 ? -1 : -2)

function rankOf(doc: Doc, section: DocSection, words: readonly string[]): number | null {
  const has = (text: string) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
  if (has(section.title)) return 0
  // The page itself is found by its own title.
  if (section.depth > 1 && has(`${doc.title} ${section.title}`) && !has(doc.title)) return 1
  return has(`${section.title} ${section.text}`) ? 2 : null
}

function excerptOf(section: DocSection, words: readonly string[]): string {
  const lines = section.text.split('\n').map((line) =>
    plain(line)
      .replace(/^[\s>|#-]+|[\s|]+$/g, '')
      .replace(/\s*\|\s*/g, ' · '),
  )
  const line = lines.find((one) => words.some((word) => one.toLowerCase().includes(word))) ?? ''
  const places = words.map((word) => line.toLowerCase().indexOf(word)).filter((at) => at >= 0)
  const at = Math.min(...places)
  const from = at > farIn ? line.lastIndexOf(' ', at - farIn / 2) + 1 : 0
  const cut = line.slice(from, from + excerptLength)
  return `${from > 0 ? '…' : ''}${cut}${from + excerptLength < line.length ? '…' : ''}`
}
