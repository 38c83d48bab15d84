import type { ReactNode } from 'react'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import type { ChoosableColumn } from './columns/shown-columns.ts'

/** A column of a list, as data. Make the columns of a list once: rows are drawn again when they change. */
export interface Column<Row> extends ChoosableColumn {
  /** What stands in the heading in place of that. */
  headCell?: ReactNode
  /** Classes of its heading and its cells: on which screens it is left out, how wide it is. */
  className?: string
  /** Further classes of its heading. */
  headClass?: string
  /** Further classes of its cells. */
  cellClass?: string
  /** All of what may be cut off in a cell. */
  titleOf?: (row: Row) => string | undefined
  /** @param href makes the address of a link from a path: links of rows are plain anchors */
  cell: (row: Row, href: Href) => ReactNode
}

export type Href = (path: string) => string

type RowLinkProps = { href: string; children: string }

/** The link to what a row is about. */
export function RowLink({ href, children }: RowLinkProps) {
  return (
    <a
      href={href}
      title={children}
      className="block min-w-0 overflow-clip text-ellipsis whitespace-nowrap rounded-sm font-semibold text-ink no-underline"
    >
      {children}
    </a>
  )
}

/** What a row is about, as its link. */
export function linkColumn<Row>(
  head: string,
  textOf: (row: Row) => string,
  pathOf: (row: Row) => string,
): Column<Row> {
  return {
    head,
    cellClass: 'max-w-72 max-[599px]:max-w-[44vw]',
    cell: (row, href) => <RowLink href={href(pathOf(row))}>{textOf(row)}</RowLink>,
  }
}

/** When something happened to it. Phones leave it out. */
export function timeColumn<Row>(head: string, timeOf: (row: Row) => string): Column<Row> {
  return {
    head,
    className: 'max-[599px]:hidden',
    cellClass: 'text-ink-2',
    cell: (row) => <RelativeTime value={timeOf(row)} />,
  }
}

/** A heading that is only read out. */
export const actionsHead = {
  head: 'Actions',
  isKept: true,
  headCell: <span className="sr-only">Actions</span>,
}

/** The menu of a row. */
export function actionsColumn<Row>(menuOf: (row: Row) => ReactNode): Column<Row> {
  return { ...actionsHead, cellClass: 'w-px text-right', cell: menuOf }
}
