import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Regression, Results } from '../../../contract/qa/results.ts'
import type { Session } from '../../../contract/qa/sessions.ts'
import { cx } from '../../../ui/cx.ts'
import { Card, CardHeader } from '../../../ui/page/card.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { paths } from '../../paths.ts'
import { PeopleMark } from '../marks/people-mark.tsx'
import { RepeatMarks } from './repeat-marks.tsx'
import type { TargetName } from './target-names.ts'
import { useFirstRows } from './use-first-rows.tsx'

const shownAtFirst = 20

type RegressionsCardProps = {
  results: Results
  names: readonly TargetName[]
  /** Keys of the cases that the reader has opened. */
  read: ReadonlySet<string>
  onRead: (caseKey: string) => void
}

/** What passed before and fails now: the first thing to read. */
export function RegressionsCard({ results, names, read, onRead }: RegressionsCardProps) {
  const { session, regressions, words } = results
  const [shown, rest] = useFirstRows(regressions, shownAtFirst, 'regressions')
  const isCompared = results.targets.length > 1 || Boolean(results.earlier)
  const cases = results.targets.at(-1)?.cases ?? 0
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2.5">
            Regressions{' '}
            {isCompared && (
              <StatusPill tone={regressions.length > 0 ? 'bad' : 'ok'} hasDot={false} isCompact>
                {regressions.length > 0 ? `${regressions.length} of ${cases}` : 'none'}
              </StatusPill>
            )}
          </span>
        }
        actions={<span className="text-ink-2 text-sm">{betweenWhat(results, names)}</span>}
      />
      {regressions.length > 0 && (
        <ul
          aria-label="Regressions"
          className="grid min-[700px]:grid-cols-[fit-content(240px)_auto_minmax(0,1fr)_auto]"
        >
          {shown.map((regression) => (
            <li
              key={regression.case_key}
              className="col-span-full grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b px-4 py-2 last:border-b-0 min-[700px]:grid-cols-subgrid"
            >
              <span className="truncate font-strong" title={regression.case_key}>
                {regression.case_key}
              </span>
              <span className="flex items-center gap-2">
                <RepeatMarks statuses={regression.before} label="Before" />
                <PeopleMark marked={regression.before_marked} />
                <ArrowRight aria-hidden size={12} className="flex-none text-ink-3" />
                <RepeatMarks statuses={regression.after} label="After" />
                <PeopleMark marked={regression.after_marked} />
              </span>
              <span className="min-w-0 break-words text-ink-2 text-sm max-[699px]:col-span-full max-[699px]:row-start-2">
                {regression.why}
              </span>
              <span className="flex items-center justify-end gap-1.5 max-[699px]:col-span-full max-[699px]:justify-start">
                {read.has(regression.case_key) && (
                  <Check role="img" aria-label="Read by you" size={14} className="text-ok" />
                )}
                <Link
                  to={placeOf(session, regression)}
                  onClick={() => onRead(regression.case_key)}
                  onAuxClick={() => onRead(regression.case_key)}
                  className="inline-flex min-h-6 items-center whitespace-nowrap rounded-sm text-accent text-sm hover:underline"
                >
                  {session.targets.length > 1 ? 'Read both' : 'Read'}
                  <span className="sr-only"> answers to {regression.case_key}</span>
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
      {rest && <div className="border-t px-2 py-1.5">{rest}</div>}
      {words.regressions && (
        <p className={cx('px-4 py-2.5 text-ink-2 text-sm', regressions.length > 0 && 'border-t')}>
          {words.regressions}
        </p>
      )}
    </Card>
  )
}

/** Whoever judges the session reads a case where it is judged, others in its grid. */
function placeOf(session: Session, { case_index, case_key }: Regression): string {
  return session.to_judge > 0
    ? paths.qaReview(session.session_id, case_index)
    : `${paths.qaSession(session.session_id)}?${new URLSearchParams({ text: case_key })}`
}

function betweenWhat({ earlier }: Results, names: readonly TargetName[]): string | null {
  if (earlier) return `passed in ${earlier.name}, fail now`
  if (names.length < 2) return null
  return `passed on ${names[0]?.role.toLowerCase()}, fail on the candidate`
}
