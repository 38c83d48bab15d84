import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Feedback } from '../../contract/feedback.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'

/** What people said about a run, one after the other. */
export function RunVotes({ votes }: { votes: readonly Feedback[] }) {
  return (
    <ul aria-label="Feedback on this run">
      {votes.map((vote) => (
        <li key={vote.id} className="border-b py-2.5 first:pt-0 last:border-b-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-2.5">
            <span className="mono">{vote.key}</span>
            <Score vote={vote} />
            <span className="ml-auto text-ink-2 text-sm">
              <RelativeTime value={vote.modified_at ?? vote.created_at} />
            </span>
          </div>
          {vote.comment && <p className="mt-1 whitespace-pre-wrap break-words">{vote.comment}</p>}
          {vote.correction != null && (
            <div className="mt-1.5">
              <JsonView value={vote.correction} label="correction" />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A thumb for 1 and -1 (§2.7), beside the number. */
function Score({ vote }: { vote: Feedback }) {
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
