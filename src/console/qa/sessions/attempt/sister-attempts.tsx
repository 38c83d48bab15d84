import { Link, useLocation, useParams } from 'react-router-dom'
import type { CaseRow } from '../../../../contract/qa/sessions.ts'
import { AttemptMark } from '../../marks/attempt-marks.tsx'
import { attemptPath } from './attempt-path.ts'

type SisterAttemptsProps = { row: CaseRow; roles: readonly string[]; attemptId: string }

/** All attempts of a case, by target and repeat: each leads to itself. */
export function SisterAttempts({ row, roles, attemptId }: SisterAttemptsProps) {
  const { sessionId = '' } = useParams()
  const { search } = useLocation()
  if (row.attempts.length < 2) return null
  return (
    <nav aria-label="Attempts of this case" className="flex flex-wrap gap-x-6 gap-y-2">
      {roles.map((role, target) => (
        <div key={role} className="flex min-w-0 items-center gap-2">
          <span className="flex-none text-ink-2">{role}</span>
          <ul className="flex flex-wrap gap-0.5">
            {row.attempts
              .filter((attempt) => attempt.target === target)
              .map(({ attempt_id, repeat, status }) => (
                <li key={attempt_id}>
                  <Link
                    to={attemptPath(sessionId, attempt_id, search)}
                    replace
                    preventScrollReset
                    aria-current={attempt_id === attemptId ? 'true' : undefined}
                    aria-label={`${role}, repeat ${repeat}: ${status}`}
                    title={`Repeat ${repeat}: ${status}`}
                    className="grid size-[26px] place-items-center rounded-control border border-transparent hover:bg-sunken aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft"
                  >
                    <AttemptMark status={status} />
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
