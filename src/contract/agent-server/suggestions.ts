import type { Assistant } from './assistants.ts'

/** What an assistant is for, and what it can be asked, in its own words. */
export interface Offer {
  readonly about: string
  readonly suggestions: readonly string[]
}

/** More are no help to choose. */
const most = 6
const longest = 200
const listItem = /^\s*[-*•]\s+/

/**
 * What an assistant offers: the texts of `metadata.suggestions`, then the lines of its description that are items of
 * a list (`- How do I stop a run?`); the other lines say what it is for.
 */
export function offerOf({
  description,
  metadata,
}: Pick<Assistant, 'description' | 'metadata'>): Offer {
  const lines = (description ?? '').split(/\r?\n/)
  const own: readonly unknown[] = [metadata?.suggestions].flat()
  const items = lines.filter((line) => listItem.test(line))
  const suggestions = [...own, ...items.map((line) => line.replace(listItem, ''))]
    .filter((text) => typeof text === 'string')
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= longest)
  return {
    about: lines
      .filter((line) => !listItem.test(line))
      .join('\n')
      .trim(),
    suggestions: [...new Set(suggestions)].slice(0, most),
  }
}
