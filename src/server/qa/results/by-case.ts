/** Rows by the place of their case, the places in order. */
export function byCase<T extends { case_index: number }>(rows: readonly T[]): Map<number, T[]> {
  const places = [...new Set(rows.map(({ case_index }) => case_index))].sort((a, b) => a - b)
  const found = new Map<number, T[]>(places.map((place) => [place, []]))
  for (const row of rows) found.get(row.case_index)?.push(row)
  return found
}
