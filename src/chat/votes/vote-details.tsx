import { lazyPart } from '../../ui/lazy-part.tsx'
import { useFormDraft } from '../composer/form/form-draft.ts'
import { HandsFocusOn } from '../hands-focus-on.tsx'
import type { VotePlan } from './feedback-keys.ts'
import type { FeedbackStore } from './feedback-store.ts'
import type { VoteState } from './vote-board.ts'
import { TextButton } from './vote-text-button.tsx'

// Few votes have words.
const DetailForm = lazyPart(() => import('./vote-detail-form.tsx').then((code) => code.DetailForm))

type VoteDetailsProps = {
  run_id: string
  vote: VoteState | undefined
  plan: VotePlan
  feedback: FeedbackStore
  /** What a correction starts from. */
  answer: string
}

/** Below the thumbs: what went wrong, and room for a comment, a better answer and data. */
export function VoteDetails({ run_id, vote, plan, feedback, answer }: VoteDetailsProps) {
  const draft = useFormDraft(`comment.${run_id}`)
  const { isOpen } = draft
  if (!vote) return null
  const { comment, correction } = vote.detail
  const hasDetail = Boolean(comment || correction)
  return (
    <>
      {vote.problem && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {vote.problem}
        </p>
      )}
      {vote.status === 'queued' && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-ink-2 text-sm">
          There is no connection: your vote is kept and sent when there is.
          <TextButton onClick={() => void feedback.sendQueued()}>Try now</TextButton>
        </p>
      )}
      {hasDetail && !isOpen && (
        <div className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">
          {comment && <p>Your comment: “{comment}”</p>}
          {correction && <p>You corrected the answer.</p>}
          <TextButton onClick={() => draft.open()}>Change</TextButton>
        </div>
      )}
      {vote.direction && vote.status !== 'saving' && !hasDetail && !isOpen && (
        <p className="mt-1 text-sm">
          <TextButton onClick={() => draft.open()}>Add a comment</TextButton>
        </p>
      )}
      {isOpen && (
        <HandsFocusOn heir="[aria-pressed=true]">
          <DetailForm
            vote={vote}
            answer={answer}
            draft={draft}
            send={(detail) => feedback.tell(run_id, plan, detail)}
          />
        </HandsFocusOn>
      )}
    </>
  )
}
