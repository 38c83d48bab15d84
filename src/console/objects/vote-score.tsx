import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Feedback } from '../../contract/tracing/feedback.ts'

/** What a vote says in one word: a thumb for 1 and -1 (§2.7) beside the number. Nothing for a bare comment. */
export function VoteScore({ vote }: { vote: Feedback }) {
  const score = vote.score ?? vote.value
  if (score === null || score === undefined) return null
  const Icon = score === 1 || score === true ? ThumbsUp : score === -1 ? ThumbsDown : null
  return (
    <span className="flex items-center gap-1.5 font-strong tabular-nums">
      {Icon && (
        <Icon
          aria-hidden
          size={14}
          strokeWidth={1.8}
          className={Icon === ThumbsUp ? 'text-ok' : 'text-bad'}
        />
      )}
      {String(score)}
    </span>
  )
}
