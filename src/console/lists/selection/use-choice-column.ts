import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import type { LongColumn } from '../long-list-table.tsx'

/** How a list whose rows can be chosen gets the boxes of its first column: their code comes after the rows. */
export type SetChoiceColumn<Row> = Dispatch<SetStateAction<LongColumn<Row>>>

/**
 * The columns of a list after one for boxes, which is empty until `SelectionTools` is there.
 * @param className on which screens it is left out
 */
export function useChoiceColumn<Row>(
  columns: readonly LongColumn<Row>[],
  className = '',
): [columns: readonly LongColumn<Row>[], setColumn: SetChoiceColumn<Row>] {
  const [first, setColumn] = useState<LongColumn<Row>>({
    head: 'Choice',
    headCell: ' ',
    className: `w-12 flex-none ${className}`,
    cell: () => null,
  })
  return [useMemo(() => [first, ...columns], [first, columns]), setColumn]
}
