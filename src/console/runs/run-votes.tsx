import type { Feedback } from '../../contract/tracing/feedback.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { JsonView } from '../../ui/page/json-view.tsx'
import { VoteScore } from '../objects/vote-score.tsx'

/** What people said about a run, one after the other. */
export function RunVotes({ votes }: { votes: readonly Feedback[] }) {
  return (
    <ul aria-label="Feedback on this run">
      {votes.map((vote) => (
        <li key={vote.id} className="border-b py-2.5 first:pt-0 last:border-b-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-2.5">
            <span className="mono">{vote.key}</span>
            <VoteScore vote={vote} />
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
