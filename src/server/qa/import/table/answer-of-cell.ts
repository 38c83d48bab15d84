import { parseJson } from '../../../../contract/exact-json.ts'

const known = new Map([
  ['accept', 'accept'],
  ['approve', 'accept'],
  ['reject', 'reject'],
])

/**
 * The turn that a cell of the column `resume` makes: “accept”, “approve” or “reject” alone, JSON as the run is resumed
 * with it, and any other text as an answer in words.
 * @param cell not empty
 */
export function answerOf(cell: string): { do: 'answer'; with: string } & Record<string, unknown> {
  const word = known.get(cell.toLowerCase())
  if (word) return { do: 'answer', with: word }
  try {
    return { do: 'answer', with: 'resume', value: parseJson(cell) }
  } catch {
    return { do: 'answer', with: 'respond', text: cell }
  }
}
