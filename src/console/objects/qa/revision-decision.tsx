import { Link } from 'react-router-dom'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Note } from '../../../ui/page/note.tsx'
import { paths } from '../../paths.ts'
import { useDecisionAbout } from './use-decisions.ts'

type RevisionDecisionProps = {
  deploymentId: string
  revisionId: string
  /** The revisions that this one repeats, the nearest first: what was decided about them holds for this one too. */
  repeats: readonly string[]
}

/** What was decided last about a revision; nothing where nobody decided. */
export function RevisionDecision(props: RevisionDecisionProps) {
  const found = useDecisionAbout(props.deploymentId, props.revisionId, props.repeats)
  if (!found) return null
  const { decided, repeated } = found
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
        {repeated && ` · of revision ${shortId(repeated)}, which this one repeats`}
      </p>
    </Note>
  )
}
