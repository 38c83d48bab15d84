import {
  type CaseDraft,
  firstMessageOf,
  hasPlainMessage,
  withFirstMessage,
} from '../draft/case-draft.ts'
import { namesOf } from '../draft/check-draft.ts'

/** What can be written in the table, in the order of its columns. */
export const columns = ['key', 'message', 'expected', 'tags'] as const
export type CaseColumn = (typeof columns)[number]

export const columnNames: Readonly<Record<CaseColumn, string>> = {
  key: 'Case',
  message: 'First message',
  expected: 'Expected',
  tags: 'Tags',
}

/** The text of a cell. */
export function cellText(one: CaseDraft, column: CaseColumn): string {
  switch (column) {
    case 'key':
      return one.key
    case 'message':
      return firstMessageOf(one)
    case 'expected':
      return one.expected
    case 'tags':
      return one.tags.join(', ')
  }
}

/** Whether it is written in the table: an input in place of a message is written among the turns. */
export function canWriteCell(one: CaseDraft, column: CaseColumn): boolean {
  return column !== 'message' || hasPlainMessage(one)
}

/** The change of a case whose cell has another text. */
export function writtenCell(one: CaseDraft, column: CaseColumn, text: string): Partial<CaseDraft> {
  switch (column) {
    case 'key':
      return { key: text.trim() }
    case 'message':
      return { turns: withFirstMessage(one, text) }
    case 'expected':
      return { expected: text }
    case 'tags':
      return { tags: [...new Set(namesOf(text))] }
  }
}

/** A cell by its case and column. */
export interface CellPlace {
  id: number
  column: CaseColumn
}

/**
 * The cell so many rows and columns further. Columns go on in the next row, and rows end at the first and the last.
 * @param shown the columns that are shown
 */
export function cellBeside(
  cases: readonly CaseDraft[],
  shown: readonly CaseColumn[],
  { id, column }: CellPlace,
  rows: number,
  steps = 0,
): CellPlace | null {
  const row = cases.findIndex((one) => one.id === id)
  if (row < 0) return null
  const place = shown.indexOf(column) + steps
  const to = row + rows + Math.floor(place / shown.length)
  const one = cases[Math.min(cases.length - 1, Math.max(0, to))]
  const next = shown.at(((place % shown.length) + shown.length) % shown.length)
  const isOut = steps !== 0 && (to < 0 || to >= cases.length)
  return one && next && !isOut ? { id: one.id, column: next } : null
}

/** Cases with a tag and with a text in one of their cells, in whatever case. */
export function filteredCases(
  cases: readonly CaseDraft[],
  tag: string | null,
  text: string,
): readonly CaseDraft[] {
  const wanted = text.trim().toLowerCase()
  if (!tag && !wanted) return cases
  return cases.filter(
    (one) =>
      (!tag || one.tags.includes(tag)) &&
      (!wanted || columns.some((column) => cellText(one, column).toLowerCase().includes(wanted))),
  )
}

/** The tags of all cases with how many have each, the most common first. */
export function countedTags(cases: readonly CaseDraft[]): [tag: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { tags } of cases) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
}
