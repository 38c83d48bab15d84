/** What the choice of columns goes by. */
export interface ChoosableColumn {
  /** Its heading, by which it is known. */
  head: string
  /** It stays, whatever is chosen: what leads to the row, or acts on it. */
  isKept?: boolean
  /** Names of filters whose values it shows: it stays while one of them is set. */
  tells?: readonly string[]
}

/** Under which the choice stands in an address, with commas between the columns. */
export const columnsName = 'columns'

/** `Latest revision` as `latest-revision`. */
export function keyOfColumn({ head }: ChoosableColumn): string {
  return head.toLowerCase().replaceAll(' ', '-')
}

/**
 * Whether a column is wanted.
 * @param text keys of columns with commas between them, or `none`; with none that is known, as of another version, and
 * null: all of them
 */
export function isShown(
  column: ChoosableColumn,
  all: readonly ChoosableColumn[],
  text: string | null,
): boolean {
  const named = text?.split(',') ?? []
  const isNamed = (one: ChoosableColumn) => named.includes(keyOfColumn(one))
  return column.isKept || isNamed(column) || (text !== 'none' && !all.some(isNamed))
}
