import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../../../ui/cx.ts'
import type { CaseDraft } from '../draft/case-draft.ts'
import { type CaseColumn, cellText, columnNames } from './case-cells.ts'
import { CellEditor } from './cell-editor.tsx'
import { role } from './role.ts'
import type { WrittenBy } from './use-case-grid.ts'

type CaseRowProps = {
  one: CaseDraft
  /** Its place in the suite, from 1 on. */
  number: number
  /** Its place in the table, from 0 on. */
  row: number
  rowHeight: number
  className: string
  isNarrow: boolean
  isChosen: boolean
  isFaulty: boolean
  shown: readonly CaseColumn[]
  /** The column of the cell that has focus, or would get it. */
  active: CaseColumn | null
  /** That cell is being written. */
  writing: CellWriting | null
}

export interface CellWriting {
  letter: string | null
  onWritten: (text: string, by: WrittenBy) => void
  onLeft: (takesFocus: boolean) => void
}

/** A case as a row of the table, drawn again only when something of it changed. */
export const CaseRow = memo(CaseCells)

function CaseCells(props: CaseRowProps) {
  const { one, number, row, rowHeight, isNarrow, isChosen, isFaulty, shown, active, writing } =
    props
  const second = isChosen ? 'text-ink-2' : 'text-ink-3'
  return (
    <tr
      {...role('row')}
      data-case={one.id}
      aria-rowindex={row + 2}
      aria-selected={isChosen}
      className={cx(
        'absolute inset-x-0 cursor-default border-b',
        isChosen ? 'bg-accent-soft' : 'hover:bg-bg',
        props.className,
      )}
      style={{ top: row * rowHeight, height: rowHeight }}
    >
      <td
        {...role('gridcell')}
        className={cx(
          'flex items-center justify-end gap-1 px-2.5 text-sm tabular-nums',
          isNarrow && 'row-span-2',
          isFaulty ? 'text-bad' : second,
        )}
      >
        {isFaulty && <TriangleAlert aria-hidden size={13} strokeWidth={1.8} />}
        {number}
        {isFaulty && <span className="sr-only">to be mended</span>}
      </td>
      {shown.map((column) => {
        const text = cellText(one, column)
        const isActive = active === column
        const isOpen = isActive && writing !== null
        return (
          <td
            {...role('gridcell')}
            key={column}
            data-cell={column}
            tabIndex={isOpen ? undefined : isActive ? 0 : -1}
            className={cx(
              'relative flex min-w-0 items-center px-2.5 focus-visible:z-[1] focus-visible:-outline-offset-2',
              isNarrow && column === 'key' && 'col-start-2 pt-1.5',
              isNarrow && column === 'message' && 'col-start-2 row-start-2 pb-1.5',
              column === 'key' ? 'font-strong' : 'text-ink-2',
            )}
          >
            {isOpen ? (
              <CellEditor label={`${columnNames[column]} of ${one.key}`} text={text} {...writing} />
            ) : column === 'tags' ? (
              <Tags tags={one.tags} />
            ) : (
              <span className={cx('truncate', !text && 'text-ink-3')} title={text}>
                {text || (column === 'key' ? 'no key' : '–')}
              </span>
            )}
          </td>
        )
      })}
      <td
        {...role('gridcell')}
        className={cx(
          'flex items-center justify-end px-2.5 text-ink-2 tabular-nums',
          isNarrow && 'col-start-3 row-start-1 row-span-2',
        )}
      >
        {one.checks.length}
      </td>
    </tr>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden" title={tags.join(', ')}>
      {tags.map((tag) => (
        <span
          key={tag}
          className="h-[18px] flex-none whitespace-nowrap rounded-[4px] bg-idle-soft px-1.5 text-ink-2 text-xs leading-[18px]"
        >
          {tag}
        </span>
      ))}
      {tags.length === 0 && <span className="text-ink-3">–</span>}
    </span>
  )
}
