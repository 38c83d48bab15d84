import type { Case } from '../../../../contract/qa/cases.ts'
import { firstMessage } from '../../../../contract/qa/cases.ts'
import { cx } from '../../../../ui/cx.ts'
import { useBoxWindow } from '../table/use-box-window.ts'
import { FaultyLine } from './faulty-line.tsx'
import type { ImportEntry } from './import-entries.ts'

type ImportRowsProps = {
  entries: readonly ImportEntry[]
  isPending: boolean
  /** Another text for a line, to be read again. */
  onRepair: (line: number, text: string) => void
}

/** Rows that a faulty line takes, and a case. */
const faultyRows = 2

/** What was read, line by line; those on the screen are in the document. */
export function ImportRows({ entries, isPending, onRepair }: ImportRowsProps) {
  const tops: number[] = []
  let count = 0
  for (const { kind } of entries) {
    tops.push(count)
    count += kind === 'faults' ? faultyRows : 1
  }
  const { box, first, end, rowHeight, isNarrow } = useBoxWindow(count)
  const columns = isNarrow
    ? 'grid grid-cols-[44px_minmax(0,1fr)]'
    : 'grid grid-cols-[56px_178px_minmax(0,1fr)_minmax(0,0.8fr)]'
  return (
    <div ref={box} className="relative min-h-[120px] grow overflow-y-auto">
      <div
        aria-hidden
        className={cx(
          columns,
          'sticky top-0 z-10 h-8 items-center border-b bg-surface font-medium text-ink-3 text-sm *:px-2.5',
        )}
      >
        <span className="text-right">Line</span>
        <span>Case</span>
        {!isNarrow && <span>First message</span>}
        {!isNarrow && <span>Turns</span>}
      </div>
      <ul aria-label="What was read" className="relative" style={{ height: count * rowHeight }}>
        {entries.map((entry, index) => {
          const top = tops[index] ?? 0
          const rows = entry.kind === 'faults' ? faultyRows : 1
          if (top + rows <= first || top >= end) return null
          return (
            <li
              key={`${entry.kind} ${entry.line} ${entry.kind === 'case' ? entry.one.key : ''}`}
              className={cx(
                'absolute inset-x-0 overflow-hidden border-b',
                entry.kind === 'faults' && 'bg-bad-soft',
              )}
              style={{ top: top * rowHeight, height: rows * rowHeight }}
            >
              {entry.kind === 'faults' ? (
                <FaultyLine entry={entry} isPending={isPending} onRepair={onRepair} />
              ) : (
                <CaseLine line={entry.line} one={entry.one} columns={columns} isNarrow={isNarrow} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type CaseLineProps = { line: number; one: Case; columns: string; isNarrow: boolean }

function CaseLine({ line, one, columns, isNarrow }: CaseLineProps) {
  const message = firstMessage(one)
  return (
    <div className={cx(columns, 'h-full items-center *:min-w-0 *:truncate *:px-2.5')}>
      <span className={cx('text-right text-ink-3 text-sm tabular-nums', isNarrow && 'row-span-2')}>
        {line}
      </span>
      <span className="font-strong">{one.key}</span>
      <span className={cx('text-ink-2', isNarrow && 'col-start-2 row-start-2')} title={message}>
        {message || '–'}
      </span>
      {!isNarrow && <span className="text-ink-2">{turnsInWords(one)}</span>}
    </div>
  )
}

function turnsInWords({ turns }: Case): string {
  return turns
    .map((turn) => {
      if (turn.do === 'answer') return turn.with
      return turn.do === 'expect_interrupt' ? 'interrupt' : turn.do
    })
    .join(' → ')
}
