import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { afterPaint } from '../../ui/page/after-paint.ts'
import { Note } from '../../ui/page/note.tsx'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { decisionsQuery } from './qa-queries.ts'

type RevisionDecisionProps = { deploymentId: string; revisionId: string }

/** What was decided last about a revision, read once its page is painted; nothing where nobody decided. */
export function RevisionDecision({ deploymentId, revisionId }: RevisionDecisionProps) {
  const api = useApi()
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterPaint(() => setIsPainted(true)), [])
  const { data = [] } = useQuery({
    ...decisionsQuery(api, api.connection.id, deploymentId),
    enabled: isPainted,
  })
  const decided = data.find(({ revision_id }) => revision_id === revisionId)
  if (!decided) return null
  const { decision, by, passed, cases, sentence, session_id, session_name, at } = decided
  const isApproved = decision === 'approve'
  return (
    <Note
      tone={isApproved ? 'plain' : 'warn'}
      title={
        <>
          {isApproved ? 'Approved' : 'Rejected'}
          {by && ` by ${by}`}, {passed} of {cases}
        </>
      }
    >
      <p className="whitespace-pre-wrap">{sentence}</p>
      <p className="mt-1 text-ink-2 text-sm">
        <Link to={paths.qaResults(session_id)} className="rounded-sm text-accent hover:underline">
          Results of {session_name}
        </Link>
        {' · '}
        <RelativeTime value={at} />
      </p>
    </Note>
  )
}
