import { Link } from 'react-router-dom'
import type { Feedback } from '../../contract/tracing/feedback.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { paths } from '../paths.ts'

/**
 * Where a vote came from, as far as the server has proven it: a vote by its address alone can say
 * anything about itself, so of such a one nothing is told.
 */
export function VoteOrigin({ vote }: { vote: Feedback }) {
  const { feedback_source: source, metadata } = vote
  const client = source?.type === 'app' ? source.metadata?.client : null
  if (client === 'console') return 'from the console'
  const { embed_id, visitor_id, qa_session, reviewer } = metadata ?? {}
  // What was voted before QA had its name says `desk`.
  if ((client === 'qa' || client === 'desk') && typeof qa_session === 'string') {
    return (
      <span>
        from{' '}
        <Link to={paths.qaSession(qa_session)} className="rounded-sm text-ink-2 hover:underline">
          a QA session
        </Link>
        {typeof reviewer === 'string' && `, judged by ${reviewer}`}
      </span>
    )
  }
  if (client !== 'embed') return null
  return (
    <span>
      from{' '}
      {typeof embed_id === 'string' ? (
        <Link to={paths.embed(embed_id)} className="rounded-sm text-ink-2 hover:underline">
          an embedded chat
        </Link>
      ) : (
        'an embedded chat'
      )}
      {typeof visitor_id === 'string' && (
        <>
          , visitor{' '}
          <span className="mono" title={visitor_id}>
            {shortId(visitor_id)}
          </span>
        </>
      )}
    </span>
  )
}
