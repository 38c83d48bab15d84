import { useMemo } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { useStored } from '../../shell/stored.ts'
import type { UrlFilters } from '../url-filters.ts'
import { type ChoosableColumn, columnsName, isShown } from './shown-columns.ts'

/** What the menu of columns goes by. */
export interface ColumnChoice {
  columns: readonly ChoosableColumn[]
  /** Which are wanted, as `columnsText` has it; null for all. */
  text: string | null
  storageKey: string
}

/**
 * The columns of a list that somebody wants. Their own choice is kept in the browser: which ones fit is a matter of
 * their screen and their work, and following a link must not change it. The address has the last word, so that a
 * view brings its columns along. Below 600 px rows have lines in place of columns, and all is shown.
 * @param list names it in the browser's storage
 */
export function useColumns<Column extends ChoosableColumn>(
  list: string,
  columns: readonly Column[],
  { get }: UrlFilters,
): { columns: readonly Column[]; choice: ColumnChoice } {
  const storageKey = `quarterdeck.columns.${list}`
  const own = useStored(storageKey)
  const text = get(columnsName) ?? own
  const isWide = useMedia('(min-width: 600px)')
  const wanted = columns.filter(
    (column) => !isWide || isShown(column, columns, text) || column.tells?.some(get),
  )
  // Rows are drawn again when their columns change.
  const key = wanted.map(({ head }) => head).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which are wanted
  const shown = useMemo(() => wanted, [columns, key])
  return { columns: shown, choice: { columns, text, storageKey } }
}
