import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { Results } from '../../../contract/qa/results.ts'
import { Card } from '../../../ui/page/card.tsx'
import { paths } from '../../paths.ts'
import type { TargetName } from './target-names.ts'
import { useFirstRows } from './use-first-rows.tsx'

const shownAtFirst = 12

type Unchecked = Results['unchecked'][number]

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
        {alike(shown).map((cases) => (
          <li key={`${cases[0].case_key} ${cases[0].target}`}>
            {byCase(cases).map(({ case_key, case_index, targets }, at) => (
              <Fragment key={case_key}>
                {at > 0 && ', '}
                <Link
                  to={paths.qaReview(session.session_id, case_index)}
                  className="font-strong text-ink no-underline hover:underline"
                >
                  {case_key}
                </Link>
                {targets.length < names.length && (
                  <span className="text-ink-2">
                    {' · '}
                    {targets.map((target) => names[target]?.role.toLowerCase()).join(', ')}
                  </span>
                )}
              </Fragment>
            ))}
            <Why {...cases[0]} />
          </li>
        ))}
      </ul>
      {rest && <div className="-ml-2.5 mt-1">{rest}</div>}
    </Card>
  )
}

function Why({ standing, words, equals }: Unchecked) {
  return (
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
  )
}

/** Those that follow one another and have nothing of their own to say stand together. */
function alike(cases: readonly Unchecked[]): [Unchecked, ...Unchecked[]][] {
  const groups: [Unchecked, ...Unchecked[]][] = []
  for (const one of cases) {
    const last = groups.at(-1)
    if (last && !one.equals && last[0].words === one.words) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** Each case once, with the targets that it was not decided, or judged, for. */
function byCase(cases: readonly Unchecked[]) {
  const keys = [...new Set(cases.map(({ case_key }) => case_key))]
  return keys.map((case_key) => {
    const own = cases.filter((one) => one.case_key === case_key)
    const case_index = own[0]?.case_index ?? 0
    return { case_key, case_index, targets: own.map(({ target }) => target) }
  })
}

const rank = ({ standing }: Unchecked) => (standing === 'open' ? 0 : 1)
