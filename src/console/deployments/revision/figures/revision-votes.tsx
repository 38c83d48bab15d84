import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { FeedbackGroup } from '../../../../contract/tracing/feedback.ts'
import { paths } from '../../../paths.ts'

type RevisionVotesProps = {
  deploymentId: string
  revisionId: string
  /** Of the last 30 days. */
  votes: FeedbackGroup
}

/** How the answers of a revision were rated, which leads to the votes. */
export function RevisionVotes({ deploymentId, revisionId, votes }: RevisionVotesProps) {
  const { count, positive, negative } = votes
  const isRated = positive + negative > 0
  const words = count === 1 ? '1 vote' : `${count.toLocaleString('en')} votes`
  return (
    <Link
      to={paths.revisionVotes(deploymentId, revisionId)}
      aria-label={isRated ? `${positive} up, ${negative} down` : undefined}
      className="inline-flex items-center gap-x-2 whitespace-nowrap rounded-sm tabular-nums"
    >
      {isRated ? (
        <>
          <Thumbs of="up" count={positive} />
          <Thumbs of="down" count={negative} />
        </>
      ) : (
        words
      )}
    </Link>
  )
}

function Thumbs({ of, count }: { of: 'up' | 'down'; count: number }) {
  const Icon = of === 'up' ? ThumbsUp : ThumbsDown
  const tone = of === 'up' ? 'text-ok' : 'text-bad'
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden size={13} strokeWidth={1.8} className={count > 0 ? tone : 'text-ink-3'} />
      {count.toLocaleString('en')}
    </span>
  )
}
