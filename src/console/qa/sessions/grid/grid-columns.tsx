import type { Marked } from '../../../../contract/qa/marked-words.ts'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { cx } from '../../../../ui/cx.ts'
import { Duration } from '../../../../ui/format/duration.tsx'
import { formatDuration } from '../../../../ui/format/format-duration.ts'
import type { Href } from '../../../lists/column.tsx'
import type { LongColumn } from '../../../lists/long-list-table.tsx'
import { AttemptMarks } from '../../marks/attempt-marks.tsx'
import { PeopleMark } from '../../marks/people-mark.tsx'
import { counted, percentText, tokensText } from '../../results/figures.ts'
import { type BetterWords, betterWords } from './better-words.ts'
import { type CaseCell, caseCell } from './case-cell.ts'

/** Where an attempt is opened: a path with what the grid is filtered by. */
type AttemptPath = (attemptId: string) => string

/** Below 1100 px a row is a card: the case and what was found better in a line, each target in a line of its own. */
const inCard = {
  place: 'max-[1099px]:hidden',
  name: 'max-[1099px]:order-1 max-[1099px]:min-w-0 max-[1099px]:flex-1',
  differs: 'max-[1099px]:order-2 max-[1099px]:w-auto max-[1099px]:pr-0 max-[479px]:hidden',
  better: 'max-[1099px]:order-3 max-[1099px]:flex-none max-[1099px]:w-auto',
  target: 'max-[1099px]:order-4 max-[1099px]:w-full max-[1099px]:flex-none max-[1099px]:border-l-0',
}

/** Marks, why, middle duration, tokens. */
const cellGrid =
  'grid items-center gap-2 grid-cols-[minmax(58px,auto)_minmax(0,1fr)_46px_46px] max-[1099px]:grid-cols-[72px_minmax(58px,auto)_minmax(0,1fr)_46px_46px]'

/**
 * The columns of the grid.
 * @param roles what the targets are called, in their order
 */
export function gridColumns(
  roles: readonly string[],
  pathOf: AttemptPath,
): readonly LongColumn<CaseRow>[] {
  return [
    {
      head: 'Number',
      headCell: (
        <>
          <span aria-hidden>#</span>
          <span className="sr-only">Number</span>
        </>
      ),
      className: cx('w-11 flex-none', inCard.place),
      headClass: 'text-right',
      cellClass: 'text-right text-ink-3 text-sm tabular-nums',
      cell: ({ case_index }) => case_index + 1,
    },
    {
      head: 'Case',
      className: cx('flex-[20_1_0]', inCard.name),
      cellClass: 'truncate font-strong',
      cell: ({ case_key, first_message }) => <span title={first_message}>{case_key}</span>,
    },
    ...roles.map(
      (role, target): LongColumn<CaseRow> => ({
        head: role,
        headCell: (
          <span className={cellGrid}>
            <span>{role}</span>
            <span />
            <span className="text-right">p50</span>
            <span className="text-right">Tokens</span>
          </span>
        ),
        className: cx('flex-[28_1_0] border-l self-stretch', inCard.target),
        headClass: 'flex flex-col justify-center',
        cellClass: 'flex flex-col justify-center max-[1099px]:self-auto',
        cell: (row, href) => (
          <TargetCell
            row={row}
            role={role}
            cell={caseCell(row, target)}
            marked={row.marked?.[target]}
            {...{ pathOf, href }}
          />
        ),
      }),
    ),
    ...(roles.length > 1 ? pairColumns(roles) : []),
  ]
}

function pairColumns(roles: readonly string[]): readonly LongColumn<CaseRow>[] {
  return [
    {
      head: 'Differs',
      className: cx('w-[112px] flex-none border-l self-stretch', inCard.differs),
      headClass: 'flex items-center',
      cellClass:
        'flex items-center text-ink-2 text-sm tabular-nums max-[1099px]:self-auto max-[1099px]:border-l-0',
      cell: ({ differs }) => <Differs share={differs ?? null} />,
    },
    {
      head: 'Better',
      className: cx('flex-[11_1_0]', inCard.better),
      cellClass: 'truncate text-sm',
      cell: (row) => <Better {...betterWords(row, roles)} />,
    },
  ]
}

type TargetCellProps = {
  row: CaseRow
  role: string
  cell: CaseCell
  marked: Marked
  pathOf: AttemptPath
  href: Href
}

/** What the repeats came to on one target, and what people said of it; it opens the attempt that says most. */
function TargetCell({ row, role, cell, marked, pathOf, href }: TargetCellProps) {
  const content = (
    <>
      <span className="truncate text-ink-3 text-sm min-[1100px]:sr-only">
        <span className="sr-only">{row.case_key},</span> {role}
      </span>{' '}
      {/* The blanks are for those who hear the name of the link. */}
      <AttemptMarks statuses={cell.statuses} />{' '}
      <span className="flex min-w-0 items-center gap-2">
        <PeopleMark marked={marked} /> <Why cell={cell} />
      </span>{' '}
      <span className="text-right text-ink-2 text-sm tabular-nums">
        {cell.p50Ms !== null && formatDuration(cell.p50Ms)}
      </span>{' '}
      <span className="text-right text-ink-2 text-sm tabular-nums">
        {cell.tokens !== null && tokensText(cell.tokens)}
      </span>
    </>
  )
  if (cell.opens === null) return <span className={cellGrid}>{content}</span>
  return (
    <a
      href={href(pathOf(cell.opens))}
      className={cx(cellGrid, 'relative min-h-6 rounded-sm text-ink no-underline')}
    >
      {content}
    </a>
  )
}

/** Why a cell is not simply passed. */
function Why({ cell }: { cell: CaseCell }) {
  const { outcome, failedChecks, error, runningSince } = cell
  switch (outcome) {
    case 'running':
      return (
        <span className="truncate text-run text-sm">
          {runningSince ? <Duration start={runningSince} /> : 'running'}
        </span>
      )
    case 'flaky':
      return <WhyWords words="flaky" error={error} className="text-warn" />
    case 'failed':
      return (
        <WhyWords
          words={failedChecks > 0 ? counted(failedChecks, 'check') : 'failed'}
          error={error}
          className="text-bad"
        />
      )
    case 'error':
      return <WhyWords words="error" error={error} className="text-bad" />
    case 'cancelled':
      return <WhyWords words="cancelled" error={error} className="text-ink-3" />
    case 'passed':
    case 'waiting':
      return <span />
  }
}

type WhyWordsProps = { words: string; error: string | null; className: string }

function WhyWords({ words, error, className }: WhyWordsProps) {
  return (
    <span data-tip={error ?? undefined} className={cx('truncate text-sm', className)}>
      {words}
    </span>
  )
}

function Differs({ share }: { share: number | null }) {
  if (share === null) return <span className="text-ink-3">–</span>
  if (share === 0) return 'same words'
  return (
    <span className="inline-flex items-center gap-[7px] whitespace-nowrap">
      <span aria-hidden className="h-1 w-11 overflow-hidden rounded-[2px] bg-line">
        <span className="block h-full bg-ink-3" style={{ width: `${share * 100}%` }} />
      </span>
      {percentText(share)} <span className="sr-only min-[1100px]:hidden">of the words differ</span>
    </span>
  )
}

const betterLooks: Record<BetterWords['look'], string> = {
  said: 'font-strong',
  open: 'text-ink-2',
  quiet: 'text-ink-3',
  running: 'text-run',
}

function Better({ words, look }: BetterWords) {
  return (
    <span title={words} className={betterLooks[look]}>
      {words}
    </span>
  )
}
