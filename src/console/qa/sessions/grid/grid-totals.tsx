import type { CaseRow, Session } from '../../../../contract/qa/sessions.ts'
import { cx } from '../../../../ui/cx.ts'
import { formatDuration } from '../../../../ui/format/format-duration.ts'
import { tokensText } from '../../results/figures.ts'
import { caseCell } from './case-cell.ts'
import { fits, isToJudge } from './case-filters.ts'

type GridTotalsProps = { session: Session; rows: readonly CaseRow[]; roles: readonly string[] }

/** What all cases came to, below the grid, in its columns. */
export function GridTotals({ session, rows, roles }: GridTotalsProps) {
  const { tallies, case_count } = session
  const ended = Math.min(...tallies.map(({ ended_cases }) => ended_cases))
  const differing = rows.filter((row) => fits(row, 'differs'))
  const judged = differing.filter((row) => Object.values(row.better).some((count) => count > 0))
  const open = differing.filter(isToJudge).length
  return (
    <section
      aria-label="Totals"
      className="flex flex-wrap items-center gap-y-1 border-line-strong border-t bg-bg py-2 font-strong text-md tabular-nums min-[1100px]:min-h-[38px] min-[1100px]:flex-nowrap min-[1100px]:items-stretch min-[1100px]:py-0"
    >
      <span className="w-11 flex-none max-[1099px]:hidden" />
      <span className={cx(cell, 'flex-[20_1_0] max-[1099px]:w-full max-[1099px]:flex-none')}>
        {ended < case_count ? `So far, ${ended} of ${case_count}` : `All ${case_count} cases`}
      </span>
      {roles.map((role, target) => (
        <TargetTotals key={role} role={role} tally={tallies[target]} rows={rows} target={target} />
      ))}
      {roles.length > 1 && (
        <>
          <span className={cx(cell, 'flex-none min-[1100px]:w-[112px] min-[1100px]:border-l')}>
            {differing.length} differ
          </span>
          <span className={cx(cell, 'min-[1100px]:flex-[11_1_0]')} title={`${open} to judge`}>
            {judged.length} of {differing.length}
            <span className="sr-only"> judged</span>
          </span>
        </>
      )}
    </section>
  )
}

const cell = 'flex min-w-0 items-center px-3'

type TargetTotalsProps = {
  role: string
  tally: Session['tallies'][number] | undefined
  rows: readonly CaseRow[]
  target: number
}

function TargetTotals({ role, tally, rows, target }: TargetTotalsProps) {
  if (!tally) return null
  const failed = tally.ended_cases - tally.passed_cases
  const flaky = rows.filter((row) => caseCell(row, target).outcome === 'flaky').length
  const more = [failed > 0 && `${failed} fail`, flaky > 0 && `${flaky} flaky`].filter(Boolean)
  return (
    <span
      className={cx(
        cell,
        'flex-[28_1_0] gap-2 max-[1099px]:w-full max-[1099px]:flex-none min-[1100px]:border-l',
      )}
    >
      <span className="w-[72px] flex-none truncate font-normal text-ink-3 text-sm min-[1100px]:sr-only">
        {role}
      </span>
      <span className="min-w-0 flex-1 truncate">
        {tally.passed_cases} pass
        {more.length > 0 && (
          <span className="font-normal text-ink-2 text-sm"> · {more.join(' · ')}</span>
        )}
      </span>
      <span className="w-[46px] flex-none text-right text-sm">
        {tally.p50_ms == null ? '' : formatDuration(tally.p50_ms)}
      </span>
      <span className="w-[46px] flex-none text-right text-sm" title="Tokens of an attempt">
        {tally.tokens > 0 && tokensText(tally.tokens / tally.ended_attempts)}
      </span>
    </span>
  )
}
