import { type ChoosableColumn, keyOfColumn } from './shown-columns.ts'

/** The text that names some of the columns; null for all of them. */
export function columnsText(
  all: readonly ChoosableColumn[],
  isWanted: (column: ChoosableColumn) => boolean,
): string | null {
  const choices = all.filter(({ isKept }) => !isKept)
  const wanted = choices.filter(isWanted)
  return wanted.length === choices.length ? null : wanted.map(keyOfColumn).join() || 'none'
}
