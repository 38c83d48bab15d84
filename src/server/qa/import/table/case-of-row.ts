import { Case } from '../../../../contract/qa/cases.ts'
import type { FoundCase } from '../found.ts'
import { answerOf } from './answer-of-cell.ts'
import type { Columns } from './header.ts'
import type { TableRow } from './read-table.ts'

/** The case that a row makes whose columns are known. */
export function caseOfRow(row: TableRow, columns: Columns): FoundCase {
  const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
  const input = cell(columns.input)
  const name = cell(columns.key).trim()
  const isKey = columns.hasKeys || Case.shape.key.safeParse(name).success
  const [interrupt, resume] = [cell(columns.interrupt).trim(), cell(columns.resume).trim()]
  const turns = [
    { do: 'send', text: input },
    ...(interrupt === '' ? [] : [{ do: 'expect_interrupt', containing: interrupt }]),
    ...(resume === '' ? [] : [answerOf(resume)]),
  ]
  return {
    line: row.line,
    ...(name !== '' && isKey && { key: name }),
    words: name === '' ? input : name,
    content: {
      turns,
      expected: cell(columns.expected),
      tags: tagsOf(cell(columns.tags)),
      variables: Object.fromEntries(
        columns.variables.map(({ name, index }) => [name, cell(index)]),
      ),
    },
    placeOf: (path) => row.placeOfCell(columnOf(path, columns, turns)),
  }
}

function columnOf(
  [field, name]: readonly PropertyKey[],
  columns: Columns,
  turns: readonly { do: string }[],
): number {
  const { input, expected = input, key = input, tags = input, variables } = columns
  if (field === 'turns') {
    const kind = typeof name === 'number' ? turns[name]?.do : undefined
    const columnsOfTurns = { expect_interrupt: columns.interrupt, answer: columns.resume }
    return columnsOfTurns[kind as keyof typeof columnsOfTurns] ?? input
  }
  if (field === 'variables') return variables.find((one) => one.name === name)?.index ?? input
  return (
    new Map<PropertyKey | undefined, number>([
      ['expected', expected],
      ['key', key],
      ['tags', tags],
    ]).get(field) ?? input
  )
}

/** The words between commas or semicolons, each once. */
function tagsOf(text: string): string[] {
  const tags = text.split(/[,;]/).map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
