import { cx } from '../../ui/cx.ts'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import type { Column } from './column.tsx'
import { useRowLinks } from './row-links.ts'

type ListTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** A whole row leads where its first link does, and the arrow keys go from one to the next. */
  rowsLead?: boolean
  /** The headings are only read out. */
  isHeadHidden?: boolean
}

/** The rows of a list that is never very long; `LongListTable` draws the others from columns alike. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, keyOf, rowsLead = false, isHeadHidden = false } = props
  const { href, handlers } = useRowLinks()
  return (
    <Table label={label}>
      <thead className={isHeadHidden ? 'sr-only' : undefined}>
        <Tr>
          {columns.map(({ head, headCell, className, headClass }) => (
            <Th key={head} className={cx(className, headClass)}>
              {headCell ?? head}
            </Th>
          ))}
        </Tr>
      </thead>
      <tbody {...(rowsLead && handlers)}>
        {rows.map((row) => (
          <Tr key={keyOf(row)} className={cx(rowsLead && 'cursor-pointer')}>
            {columns.map(({ head, className, cellClass, titleOf, cell }) => (
              <Td key={head} className={cx(className, cellClass)} title={titleOf?.(row)}>
                {cell(row, href)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
