import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import type { SessionMark } from '../../contract/qa/session-mark.ts'
import { getQaSession } from '../../contract/qa/sessions.ts'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'

/** The QA session that made a run, with a way to its attempt; one that is not here is said to be so. */
export function MadeBySession({ by }: { by: SessionMark }) {
  const params = { session_id: by.qa_session }
  const { data, error } = useQuery({
    ...query(useApi().gateway, getQaSession, { params }),
    retry: false,
  })
  const isGone = error instanceof ApiError && [404, 422].includes(error.status)
  if (isGone) return <>a QA session that is not here any more, or is another console’s</>
  return (
    <Link
      to={paths.qaAttempt(by.qa_session, by.qa_attempt)}
      title={by.qa_session}
      className="rounded-sm text-accent hover:underline"
    >
      QA session{data && ` “${data.name}”`}
    </Link>
  )
}
