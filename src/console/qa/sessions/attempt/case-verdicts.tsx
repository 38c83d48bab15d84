import { useQuery } from '@tanstack/react-query'
import type { Session } from '../../../../contract/qa/sessions.ts'
import {
  isRevised,
  type KeptVerdict,
  verdictChanges,
} from '../../../../contract/qa/verdict-history.ts'
import { RelativeTime } from '../../../../ui/format/relative-time.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { useApi } from '../../../api.tsx'
import { verdictsQuery } from '../../../objects/qa/qa-queries.ts'
import { AttemptPart } from './attempt-part.tsx'
import { VerdictParts } from './verdict-parts.tsx'

type CaseVerdictsProps = {
  session: Session
  caseIndex: number
  /** What the targets are called, in their order. */
  roles: readonly string[]
}

/** What each reviewer said of a case, and what they had said before. Nothing where nobody judged it. */
export function CaseVerdicts({ session, caseIndex, roles }: CaseVerdictsProps) {
  const { data = [], error } = useQuery(verdictsQuery(useApi(), session.session_id, caseIndex))
  if (error) {
    return (
      <AttemptPart title="Verdicts">
        <Note tone="bad" title="The verdicts could not be read">
          {error.message}
        </Note>
      </AttemptPart>
    )
  }
  if (data.length === 0) return null
  const reviewers = [...new Set(data.map(({ reviewer }) => reviewer))]
  return (
    <AttemptPart title="Verdicts" detail="of this case, on all its targets">
      <ul aria-label="Verdicts" className="flex flex-col gap-3">
        {reviewers.map((reviewer) => (
          <ReviewersVerdict
            key={reviewer}
            session={session}
            roles={roles}
            oldestFirst={data.filter((verdict) => verdict.reviewer === reviewer)}
          />
        ))}
      </ul>
    </AttemptPart>
  )
}

type ReviewersVerdictProps = {
  session: Session
  roles: readonly string[]
  oldestFirst: readonly KeptVerdict[]
}

function ReviewersVerdict({ session, roles, oldestFirst }: ReviewersVerdictProps) {
  const newest = oldestFirst.at(-1)
  if (!newest) return null
  const named = { rubric: session.rubric, roles }
  const [said] = verdictChanges([newest], named)
  const changes = verdictChanges(oldestFirst, named)
  const revised = changes.filter(isRevised).length
  return (
    <li className="min-w-0 border-l-2 pl-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-semibold [overflow-wrap:anywhere]">{newest.reviewer}</b>
        <span className="text-ink-2 text-sm">
          <RelativeTime value={newest.at} />
          {newest.seconds > 0 && ` · ${Math.round(newest.seconds)} s`}
          {newest.looked_before && ' · after looking early'}
        </span>
      </p>
      {said ? (
        <VerdictParts parts={said.parts} />
      ) : (
        <p className="text-ink-2">Everything was taken back.</p>
      )}
      {changes.length > 1 && (
        <details className="mt-1.5 text-sm">
          <summary className="w-fit cursor-pointer rounded-sm text-ink-2">
            History: {changes.length} steps, {changedText(revised)}
          </summary>
          <ol aria-label={`History of ${newest.reviewer}’s verdict`} className="mt-1.5 grid gap-2">
            {changes.map(({ at, looked_before, parts }) => (
              <li key={at + parts.map(({ what }) => what).join()} className="min-w-0">
                <span className="text-ink-2">
                  <RelativeTime value={at} />
                  {looked_before && ' · after looking early'}
                </span>
                <VerdictParts parts={parts} isChange />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

function changedText(count: number): string {
  if (count === 0) return 'nothing changed'
  return count === 1 ? '1 changed what was said' : `${count} changed what was said`
}
