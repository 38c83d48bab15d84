import { Link } from 'react-router-dom'
import type { Results } from '../../../contract/qa/results.ts'
import { Card } from '../../../ui/page/card.tsx'
import { paths } from '../../paths.ts'
import type { TargetName } from './target-names.ts'
import { useFirstRows } from './use-first-rows.tsx'

const shownAtFirst = 5

type UncheckedCardProps = { results: Results; names: readonly TargetName[] }

/** Cases that no check decides: a gate lets them pass where an equal answer was judged as passed. */
export function UncheckedCard({ results, names }: UncheckedCardProps) {
  const { session, unchecked } = results
  // What is still to be done comes first.
  const ordered = [...unchecked].sort((one, other) => rank(one) - rank(other))
  const [shown, rest] = useFirstRows(ordered, shownAtFirst, 'cases')
  if (unchecked.length === 0) return null
  const open = unchecked.filter(({ standing }) => standing === 'open').length
  return (
    <Card className="px-4 py-3.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="grow font-semibold text-base">Decided by people</h2>
        <span className="text-ink-2 text-sm tabular-nums">
          {open} of {unchecked.length} undecided
        </span>
      </div>
      <ul aria-label="Cases that no check decides" className="mt-2 grid gap-1.5 text-sm">
        {shown.map(({ case_key, case_index, target, standing, words, equals }) => (
          <li key={`${case_key} ${target}`}>
            <Link
              to={paths.qaReview(session.session_id, case_index)}
              className="font-strong text-ink no-underline hover:underline"
            >
              {case_key}
            </Link>
            {names.length > 1 && (
              <span className="text-ink-2"> · {names[target]?.role.toLowerCase()}</span>
            )}
            <p className={standing === 'open' ? 'text-warn' : 'text-ink-2'}>
              {words}
              {equals && (
                <>
                  {' '}
                  <Link
                    to={paths.qaAttempt(equals.session_id, equals.attempt_id)}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    That answer
                  </Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {rest && <div className="-ml-2.5 mt-1">{rest}</div>}
    </Card>
  )
}

const rank = ({ standing }: Results['unchecked'][number]) => (standing === 'open' ? 0 : 1)
