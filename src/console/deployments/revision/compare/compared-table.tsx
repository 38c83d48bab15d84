import type { ReactNode } from 'react'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { Table, Th } from '../../../../ui/table/table.tsx'

type ComparedTableProps = {
  label: string
  /** What a row is about, for those who cannot see it. */
  rowHeading: string
  /** Ids of the two revisions. */
  before: string
  after: string
  children: ReactNode
}

/** A table with a column for each of two revisions. Takes rows. */
export function ComparedTable(props: ComparedTableProps) {
  return (
    <Table label={props.label}>
      <thead>
        <tr>
          <Th>
            <span className="sr-only">{props.rowHeading}</span>
          </Th>
          <Th className="mono">{shortId(props.before)}</Th>
          <Th className="mono">{shortId(props.after)}</Th>
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </Table>
  )
}
