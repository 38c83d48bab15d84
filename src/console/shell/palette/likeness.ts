import { defaultFilter } from 'cmdk'

/** What is called so comes first; then what begins so, has a word that does, holds it, or has all its words in it, or some of
 * them in what else it is found by, as its id. */
const levels = {
  same: 1,
  begins: 0.9,
  word: 0.8,
  holds: 0.7,
  words: 0.6,
  also: 0.54,
  resembles: 0.48,
}
/** The shorter of two names is closer to what was typed; less than what is between two levels. */
const mostCloseness = 0.05
/** By the first words of a line's value: of lines that are called the same, a chapter comes behind its page. */
const behind = [
  { value: 'docs page ', share: 0.99 },
  { value: 'docs section ', share: 0.98 },
  { value: 'found ', share: 0.97 },
  // Its words hold whatever was typed.
  { value: 'docs search', share: 0.1 },
]

/** One that only resembles a name is another one: only what can be done, and pages, may be typed inexactly. */
const objects = /^(deployment|thread|run|view|docs|found) /

/**
 * How well a line of the palette fits what was typed, from 0 (not at all) to 1. What was typed comes before what only
 * resembles it.
 * @param keywords the line's name, then what else it is found by, as its id
 */
export function likeness(value: string, search: string, keywords: readonly string[] = []): number {
  const typed = search.trim().toLowerCase()
  const [name = value, ...more] = keywords.map((text) => text.toLowerCase())
  if (typed === '') return 1
  const share = behind.find((one) => value.startsWith(one.value))?.share ?? 1
  const near = nearness(typed, name, more)
  if (near > 0 || objects.test(value)) return share * near
  return levels.resembles * defaultFilter(name, typed)
}

function nearness(typed: string, name: string, more: readonly string[]): number {
  if (name === typed) return levels.same
  const closeness = mostCloseness * Math.min(1, typed.length / name.length)
  if (name.startsWith(typed)) return levels.begins + closeness
  const at = name.indexOf(typed)
  if (at > 0) {
    const isWord = name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))
    return (isWord || / /.test(name[at - 1] ?? '') ? levels.word : levels.holds) + closeness
  }
  const words = typed.split(/\s+/)
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  if (holdsAll(name)) return levels.words + closeness
  return holdsAll([name, ...more].join(' ')) ? levels.also + closeness : 0
}
