import { parseJson } from '../../../../contract/exact-json.ts'
import type { Case } from '../../../../contract/qa/cases.ts'

const longestKey = 40

/** The key that a case gets from its words: “Where is my order?” is `where-is-my-order`. */
export function keyOfWords(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  let key = ''
  for (const word of words ?? []) {
    const longer = key ? `${key}-${word}` : word
    if (longer.length > longestKey) break
    key = longer
  }
  return key || words?.[0]?.slice(0, longestKey) || 'case'
}

/** What came as JSON can go as JSON. */
type JsonRecord = Extract<Case['start'], { kind: 'state' }>['values']

/** The tags in a line that has commas between them, each once. */
function tagsIn(line: string): string[] {
  const tags = line.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter(Boolean))]
}

interface TypedCase {
  key: string
  /** What the user says; of a case that begins with an input, that as JSON. */
  words: string
  isInput: boolean
  expected: string
  tags: string
  /** What the thread held before; null for an empty one. */
  before: Record<string, unknown> | null
}

/**
 * A case of one turn.
 * @returns null where the input is not JSON
 */
export function madeCase(typed: TypedCase, origin: Case['origin']): Case | null {
  const turn = typed.isInput ? inputTurn(typed.words) : { do: 'send' as const, text: typed.words }
  return (
    turn && {
      key: typed.key,
      tags: tagsIn(typed.tags),
      start: typed.before
        ? { kind: 'state', values: typed.before as JsonRecord }
        : { kind: 'empty' },
      turns: [turn],
      expected: typed.expected.trim(),
      checks: [],
      has_side_effects: false,
      variables: {},
      origin,
    }
  )
}

function inputTurn(json: string) {
  try {
    return { do: 'send' as const, input: parseJson(json) as JsonRecord[string] }
  } catch {
    return null
  }
}
