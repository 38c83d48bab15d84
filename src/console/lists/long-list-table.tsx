import { memo, useMemo } from 'react'
import { cx } from '../../ui/cx.ts'
import { LongSpace, LongTable, LongTh, longCell, longRow } from '../../ui/table/long-table.tsx'
import type { Column, Href } from './column.tsx'
import { useRowLinks } from './row-links.ts'
import { useRowWindow } from './use-row-window.tsx'

/** A column of a long list: its class tells how wide it is, since each row is laid out alone. */
export type LongColumn<Row> = Column<Row> & { className: string }

type LongListTableProps<Row> = {
  label: string
  /** Made once, or rows are drawn again. */
  columns: readonly LongColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Below 600 px there is a line between the first and the second one. */
  hasThirdLine?: boolean
}

/**
 * The rows of a list that may be ten thousand long: those on the screen are in the document. A whole row leads
 * where its first link does. Below 900 px rows have a second line, see `longSecondLine`.
 */
export function LongListTable<Row extends object>(props: LongListTableProps<Row>) {
  const { label, columns, rows, keyOf, hasThirdLine = false } = props
  const { body, first, end } = useRowWindow(rows.length)
  const { href, handlers } = useRowLinks()
  const cells = useMemo(
    () =>
      columns.map(({ head, cell, className, cellClass }) => ({
        head,
        cell,
        attributes: longCell(className, cellClass),
      })),
    [columns],
  )
  return (
    <LongTable
      label={label}
      rowCount={rows.length + 1}
      hasSecondLine
      hasThirdLine={hasThirdLine}
      head={columns.map(({ head, headCell, className, headClass }) => (
        <LongTh key={head} className={cx(className, headClass)}>
          {headCell ?? head}
        </LongTh>
      ))}
      ref={body}
      {...handlers}
    >
      <LongSpace rows={first} />
      {rows.slice(first, end).map((row, index) => (
        <LongRow
          key={keyOf(row)}
          row={row}
          cells={cells}
          rowIndex={first + index + 2}
          href={href}
        />
      ))}
      <LongSpace rows={rows.length - end} />
    </LongTable>
  )
}

type LongRowProps<Row> = {
  row: Row
  cells: readonly (Pick<LongColumn<Row>, 'head' | 'cell'> & {
    attributes: ReturnType<typeof longCell>
  })[]
  /** Its place in the whole table, counted from 1, the head included. */
  rowIndex: number
  href: Href
}

/** A row, drawn again only when something of it changed. */
const LongRow = memo(LongRowCells, (before, after) => {
  const { row, ...rest } = after
  return isAlike(before.row, row) && isAlike({ ...before, row }, { row, ...rest })
}) as typeof LongRowCells

function LongRowCells<Row extends object>({ row, cells, rowIndex, href }: LongRowProps<Row>) {
  return (
    <tr {...longRow(rowIndex)}>
      {cells.map(({ head, cell, attributes }) => (
        <td key={head} {...attributes}>
          {cell(row, href)}
        </td>
      ))}
    </tr>
  )
}

/** The same parts in both: a list may put its rows together anew each time. */
function isAlike<Part extends object>(before: Part, after: Part): boolean {
  const names = Object.keys(after) as (keyof Part)[]
  return (
    Object.keys(before).length === names.length &&
    names.every((name) => Object.is(before[name], after[name]))
  )
}
