import { type CaseColumn, columnNames } from './case-cells.ts'
import { role } from './role.ts'

type CaseTableHeadProps = {
  shown: readonly CaseColumn[]
  isNarrow: boolean
  /** Of its row: how wide the columns are. */
  className: string
}

/** The headings of the columns, which stay while the rows scroll. */
export function CaseTableHead({ shown, isNarrow, className }: CaseTableHeadProps) {
  const own = isNarrow ? shown.slice(0, 1) : shown
  const heads = [...own.map((column) => columnNames[column]), 'Checks']
  return (
    <thead
      {...role('rowgroup')}
      className="sticky top-0 z-10 block border-b bg-surface text-ink-3 text-sm"
    >
      <tr {...role('row')} aria-rowindex={1} className={className}>
        <th {...role('columnheader')} className={headClass}>
          <span aria-hidden>#</span>
          <span className="sr-only">Number</span>
        </th>
        {heads.map((head) => (
          <th {...role('columnheader')} key={head} className={headClass}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const headClass =
  'relative flex h-8 min-w-0 items-center px-2.5 font-medium first:justify-end last:justify-end'
