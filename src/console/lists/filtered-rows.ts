import { chosenOf, type ListFilter } from './list-filters.tsx'
import type { UrlFilters } from './url-filters.ts'

/**
 * The rows of a short list that its address wants: those with the text `name` in one of their texts, in whatever
 * case, and with what was chosen.
 */
export function filteredRows<Row>(
  rows: readonly Row[],
  url: UrlFilters,
  textsOf: (row: Row) => readonly string[],
  choice?: { filter: ListFilter; valueOf: (row: Row) => string },
): readonly Row[] {
  const text = (url.get('name') ?? '').trim().toLowerCase()
  const chosen = choice && chosenOf(url, choice.filter)
  return rows.filter(
    (row) =>
      textsOf(row).some((part) => part.toLowerCase().includes(text)) &&
      (!chosen || choice.valueOf(row) === chosen),
  )
}
