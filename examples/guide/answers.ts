import type { Library } from './library.ts'
import type { SearchResult } from './search-docs.ts'
import { termsOf } from './terms.ts'

type Passage = SearchResult['results'][number]

/** The longest main passage and the longest further one, in characters. */
const limits = { main: 1400, further: 500 }

/**
 * Composes an answer in markdown from what a search found: the best passage in the words of the
 * documentation, the beginning of the next one, and the list of sources. With nothing found it
 * says so and names the topics that there are; it never makes anything up.
 */
export function answerFrom(found: SearchResult, topics: Library['topics']): string {
  const [main, further] = found.results
  if (!main) return found.skipped > 0 ? nothingMore() : nothingFound(found.query, topics)
  const parts = [`**${nameOf(main)}**`, excerpt(main.text, found.query, limits.main)]
  if (further) {
    parts.push(
      `Related, from **${nameOf(further)}**:`,
      excerpt(further.text, found.query, limits.further),
    )
  }
  const sources = found.results.map(
    (passage) => `- ${passage.headings.join(' › ')} (\`${passage.page}\`)`,
  )
  parts.push('---', ['**Sources**', '', ...sources].join('\n'))
  if (found.found > found.skipped + found.results.length) {
    parts.push('Say “more” for what else the documentation has on this.')
  }
  return parts.join('\n\n')
}

/** The answer to a greeting, or to the question what this assistant is for. */
export function introduction(topics: Library['topics']): string {
  return [
    'I answer questions about Quarterdeck from its own documentation, and I name the pages that the answer comes from. I am not a language model: I search and quote.',
    topicList(topics),
    'Try for example “How do I stop a run?” or “What happens in a rollout?”',
  ].join('\n\n')
}

/** The answer to somebody who says thank you or goodbye. */
export function farewell(): string {
  return 'You are welcome. Ask again whenever something about Quarterdeck is unclear.'
}

/** The answer when the search itself did not work. */
export function searchFailed(reason: string): string {
  return `I could not search the documentation: ${reason}`
}

function nothingFound(query: string, topics: Library['topics']): string {
  return [
    `I found nothing about “${query}” in the documentation of Quarterdeck, and I do not want to guess.`,
    topicList(topics),
  ].join('\n\n')
}

function nothingMore(): string {
  return 'That was all the documentation has on this. Ask about something else, or in other words.'
}

function topicList(topics: Library['topics']): string {
  if (topics.length === 0) {
    return 'There are no documentation pages beside me: I look for `docs/` and `README.md` in the repository that I was deployed from.'
  }
  const lines = topics.map(({ title, headings }) => {
    const some = headings.slice(0, 4).join(', ')
    return `- **${title}**${some && `: ${some}`}${headings.length > 4 ? ', …' : ''}`
  })
  return ['These are the topics that I know about:', '', ...lines].join('\n')
}

function nameOf({ headings }: Passage): string {
  return headings.slice(-2).join(' › ')
}

/**
 * As much of a text as fits, in whole blocks (paragraphs, lists, tables, code). A long text is
 * begun at its opening, or where the question's words first occur when that is further down.
 */
export function excerpt(text: string, question: string, limit: number): string {
  if (text.length <= limit) return text
  const blocks = blocksOf(text)
  const asked = new Set(termsOf(question))
  const scores = blocks.map((block) => termsOf(block).filter((term) => asked.has(term)).length)
  const lengthTo = (end: number) => blocks.slice(0, end).join('\n\n').length
  const best = scores.indexOf(Math.max(...scores))
  const start = lengthTo(best + 1) <= limit ? 0 : best
  const kept = blocks.slice(start, start + 1)
  for (const block of blocks.slice(start + 1)) {
    if ([...kept, block].join('\n\n').length > limit) break
    kept.push(block)
  }
  // "For example:" without what it announces is worse than nothing.
  if (kept.length > 1 && kept.at(-1)?.endsWith(':')) kept.pop()
  return [start > 0 ? '…' : '', ...kept, start + kept.length < blocks.length ? '…' : '']
    .filter(Boolean)
    .join('\n\n')
}

/** Splits markdown at its empty lines, except at those inside a fenced block of code. */
function blocksOf(text: string): string[] {
  const blocks: string[] = []
  let isOpen = false
  for (const piece of text.split(/\n{2,}/)) {
    if (isOpen) blocks.push(`${blocks.pop()}\n\n${piece}`)
    else blocks.push(piece)
    const fences = piece.match(/^\s*(```|~~~)/gm)?.length ?? 0
    if (fences % 2 === 1) isOpen = !isOpen
  }
  return blocks
}
