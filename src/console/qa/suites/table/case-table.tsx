import { useContext } from 'react'
import { RefusedActions } from '../../../../ui/controls/refused-actions.ts'
import { Card } from '../../../../ui/page/card.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import type { CaseDraft } from '../draft/case-draft.ts'
import type { Dispatch } from '../draft/editor-state.ts'
import type { SuiteFault } from '../draft/fault-at.ts'
import { isTable } from '../draft/pasted-rows.ts'
import { CaseRow } from './case-row.tsx'
import { CaseTableHead } from './case-table-head.tsx'
import { NewCaseRow } from './new-case-row.tsx'
import { role } from './role.ts'
import { TableFooter } from './table-footer.tsx'
import { useBoxWindow } from './use-box-window.ts'
import { useCaseGrid } from './use-case-grid.ts'
import { useRowInSight } from './use-row-in-sight.ts'

type CaseTableProps = {
  /** Those to show. */
  cases: readonly CaseDraft[]
  /** All, by which they are numbered. */
  all: readonly CaseDraft[]
  faults: readonly SuiteFault[]
  chosen: CaseDraft | null
  dispatch: Dispatch
  onOpen: (one: CaseDraft, takesFocus?: boolean) => void
  /** Answers false where there is no room for it. */
  onAdd: (message: string) => boolean
  onPaste: (text: string) => void
}

/** Cases as a grid that is written in place; those on the screen are in the document. */
export function CaseTable(props: CaseTableProps) {
  const { cases, all, faults, chosen, onAdd, onPaste } = props
  const isReadOnly = Boolean(useContext(RefusedActions))
  const view = useBoxWindow(cases.length)
  const { box, first, end, rowHeight, isNarrow, hasTags } = view
  const grid = useCaseGrid({ ...props, box, isNarrow, hasTags, isReadOnly })
  const showEnd = useRowInSight(box, cases, chosen, rowHeight)
  const add = (message: string) => {
    showEnd()
    return onAdd(message)
  }
  const numbers = cases === all ? null : new Map(all.map(({ id }, place) => [id, place + 1]))
  const faulty = new Set(faults.map(({ caseId }) => caseId))
  // Whatever is scrolled away, the cell that has focus, or is written, stays.
  const at = cases.findIndex(({ id }) => id === grid.active?.id)
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)
  if (at >= 0 && (at < first || at >= end)) rows.push(at)
  const drawn = rows.flatMap((row) => {
    const one = cases[row]
    return one ? [{ one, row }] : []
  })
  return (
    <div className="flex min-h-[280px] grow flex-col">
      <Card className="flex min-h-0 flex-col">
        <div ref={box} className="relative min-h-0 scroll-pt-8 overflow-y-auto">
          {all.length === 0 && isReadOnly ? (
            <EmptyState title="No cases">Nobody has written one yet.</EmptyState>
          ) : cases.length === 0 && all.length > 0 ? (
            <EmptyState title="No case matches">None has this tag and this text.</EmptyState>
          ) : (
            <table
              {...role('grid')}
              aria-label="Cases"
              aria-rowcount={cases.length + 1}
              className="block"
            >
              <CaseTableHead
                shown={grid.shown}
                isNarrow={isNarrow}
                className={rowClass(isNarrow, hasTags)}
              />
              <tbody
                {...role('rowgroup')}
                {...grid.handlers}
                onPaste={(event) => {
                  const text = event.clipboardData.getData('text/plain')
                  if (event.defaultPrevented || isReadOnly || grid.isWriting || !isTable(text))
                    return
                  event.preventDefault()
                  onPaste(text)
                }}
                className="relative block"
                style={{ height: cases.length * rowHeight }}
              >
                {drawn.map(({ one, row }) => (
                  <CaseRow
                    key={one.id}
                    one={one}
                    number={numbers?.get(one.id) ?? row + 1}
                    row={row}
                    rowHeight={rowHeight}
                    className={rowClass(isNarrow, hasTags)}
                    isNarrow={isNarrow}
                    isChosen={one.id === chosen?.id}
                    isFaulty={faulty.has(one.id)}
                    shown={grid.shown}
                    active={
                      grid.active?.id === one.id
                        ? grid.active.column
                        : !grid.active && row === first
                          ? 'key'
                          : null
                    }
                    writing={grid.isWriting && grid.active?.id === one.id ? grid.writing : null}
                  />
                ))}
              </tbody>
            </table>
          )}
        </div>
        {!isReadOnly && <NewCaseRow isFirst={all.length === 0} onAdd={add} onPaste={onPaste} />}
      </Card>
      <TableFooter seen={view} shown={cases.length} total={all.length} />
    </div>
  )
}

/** How wide the columns are, the same in the head. */
function rowClass(isNarrow: boolean, hasTags: boolean): string {
  if (isNarrow) return 'grid grid-cols-[36px_minmax(0,1fr)_60px]'
  return hasTags
    ? 'grid grid-cols-[52px_220px_minmax(0,1.2fr)_minmax(0,1fr)_150px_80px]'
    : 'grid grid-cols-[52px_190px_minmax(0,1fr)_minmax(0,0.85fr)_76px]'
}
