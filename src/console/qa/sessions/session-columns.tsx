import type { SessionSummary } from '../../../contract/qa/sessions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { type Column, RowLink, timeColumn } from '../../lists/column.tsx'
import { paths } from '../../paths.ts'
import { targetNames } from '../results/target-names.ts'
import { statusLooks } from '../session-words.ts'

const nameColumn: Column<SessionSummary> = {
  head: 'Session',
  cellClass: 'max-w-72 max-[599px]:max-w-[50vw]',
  cell: (session, href) => (
    <>
      <RowLink href={href(paths.qaSession(session.session_id))}>{session.name}</RowLink>
      <div className="truncate text-ink-3 text-sm">
        {session.suite_name} v{session.suite_version}
      </div>
      <div className="truncate text-ink-3 text-sm min-[600px]:hidden">
        {session.ended_attempts} of {session.attempts} · <RelativeTime value={session.created_at} />
      </div>
    </>
  ),
}

const statusColumn: Column<SessionSummary> = {
  head: 'Status',
  cell: ({ status, status_reason }) => {
    const { tone, words } = statusLooks[status]
    return (
      <span title={status_reason ?? undefined}>
        <StatusPill tone={tone}>{words}</StatusPill>
      </span>
    )
  },
}

/** The columns of the list of sessions. */
export const sessionColumns: readonly Column<SessionSummary>[] = [
  nameColumn,
  {
    head: 'Targets',
    className: 'max-[899px]:hidden',
    cellClass: 'max-w-72',
    cell: (session) => <Targets session={session} />,
  },
  {
    head: 'Passed',
    className: 'max-[699px]:hidden',
    cellClass: 'whitespace-nowrap tabular-nums',
    cell: ({ tallies, is_hidden }) =>
      is_hidden ? (
        <span className="text-ink-3">–</span>
      ) : (
        tallies.map(({ passed_cases, ended_cases }, target) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a target is known by its place
          <div key={target} className="leading-[19px]">
            {passed_cases} of {ended_cases}
          </div>
        ))
      ),
  },
  {
    head: 'Attempts',
    className: 'max-[599px]:hidden',
    cell: ({ attempts, ended_attempts, status }) => (
      <span className="inline-flex flex-col gap-1 whitespace-nowrap text-sm tabular-nums">
        {ended_attempts.toLocaleString('en')} of {attempts.toLocaleString('en')}
        <span aria-hidden className="h-1 w-20 overflow-hidden rounded-[2px] bg-line">
          <span
            className={`block h-full ${status === 'running' ? 'bg-run' : 'bg-ink-3'}`}
            style={{ width: `${(100 * ended_attempts) / Math.max(1, attempts)}%` }}
          />
        </span>
      </span>
    ),
  },
  statusColumn,
  {
    head: 'By',
    className: 'max-[799px]:hidden',
    cellClass: 'max-w-32 truncate text-ink-2',
    titleOf: ({ created_by }) => created_by ?? undefined,
    cell: ({ created_by }) => created_by ?? '—',
  },
  timeColumn('Begun', ({ created_at }) => created_at),
]

/** Those of reviewers: what they have judged, and how much is left. */
export const reviewerColumns: readonly Column<SessionSummary>[] = [
  nameColumn,
  {
    head: 'Judged',
    cellClass: 'whitespace-nowrap tabular-nums',
    cell: ({ judged, to_judge }) => `${judged} of ${to_judge}`,
  },
  statusColumn,
  {
    head: 'Review',
    headCell: <span className="sr-only">Review</span>,
    className: 'max-[599px]:hidden',
    cellClass: 'text-right',
    cell: ({ session_id, status, judged, to_judge, review_index }, href) =>
      status !== 'closed' &&
      judged < to_judge && (
        <Button size="sm" render={<a href={href(paths.qaReview(session_id, review_index ?? 0))} />}>
          Review
        </Button>
      ),
  },
  timeColumn('Begun', ({ created_at }) => created_at),
]

function Targets({ session: { is_hidden, targets } }: { session: SessionSummary }) {
  if (is_hidden) return <span className="text-ink-3">hidden: you judge it</span>
  return targetNames(targets).map(({ whole }, target) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: a target is known by its place
      key={target}
      title={whole}
      className="mono truncate leading-[19px]"
    >
      {whole}
    </div>
  ))
}
