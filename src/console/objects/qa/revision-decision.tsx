import { Link } from 'react-router-dom'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Note } from '../../../ui/page/note.tsx'
import { paths } from '../../paths.ts'
import { useDecisions } from './use-decisions.ts'

type RevisionDecisionProps = {
  deploymentId: string
  revisionId: string
  /** The revision that this one repeats: what was decided about it holds for this one too. */
  repeatsId?: string | null | undefined
}

/** What was decided last about a revision; nothing where nobody decided. */
export function RevisionDecision(props: RevisionDecisionProps) {
  const { deploymentId, revisionId, repeatsId } = props
  const about = useDecisions(deploymentId)
  const own = about(revisionId)
  const decided = own ?? about(repeatsId)
  if (!decided) return null
  const { decision, by, passed, cases, sentence, session_id, session_name, at } = decided
  const isApproved = decision === 'approve'
  return (
    <Note
      tone={isApproved ? 'plain' : 'warn'}
      title={
        <>
          {isApproved ? 'Approved' : 'Rejected'}
          {by && ` by ${by}`}
          {passed != null && `, ${passed} of ${cases}`}
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
        {!own && ` · of revision ${shortId(repeatsId ?? '')}, which this one repeats`}
      </p>
    </Note>
  )
}
