import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { TextArea } from '../ui/text-area.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import type { VoteDirection, VotePlan } from './feedback-keys.ts'
import type { FeedbackStore, VoteState } from './feedback-store.ts'

type ThumbsProps = {
  run_id: string
  vote: VoteState | undefined
  plan: VotePlan
  feedback: FeedbackStore
}

/** Thumbs up and down for a run: shows at once, can be changed, goes back if it does not get through. */
export function Thumbs({ run_id, vote, plan, feedback }: ThumbsProps) {
  const press = (direction: VoteDirection) => {
    if (vote?.direction !== direction || vote.status === 'none') {
      void feedback.vote(run_id, plan, direction)
    }
  }
  return (
    <>
      <Thumb direction="up" vote={vote} onPress={press} />
      <Thumb direction="down" vote={vote} onPress={press} />
    </>
  )
}

const thumbs = {
  up: { icon: ThumbsUp, label: 'Good answer', on: 'text-ok bg-ok-soft' },
  down: { icon: ThumbsDown, label: 'Bad answer', on: 'text-bad bg-bad-soft' },
}

type ThumbProps = {
  direction: VoteDirection
  vote: VoteState | undefined
  onPress: (direction: VoteDirection) => void
}

function Thumb({ direction, vote, onPress }: ThumbProps) {
  const { icon: Icon, label, on } = thumbs[direction]
  const isOn = vote?.direction === direction
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isOn}
        onClick={() => onPress(direction)}
        className={cx(
          'inline-flex h-[26px] min-w-[26px] cursor-pointer items-center justify-center gap-[5px] rounded-control px-1.5 text-sm transition-colors',
          isOn ? on : 'text-ink-3 hover:bg-sunken hover:text-ink',
        )}
      >
        <Icon aria-hidden size={16} strokeWidth={1.8} />
        {isOn && vote?.status === 'saving' && 'Recording…'}
        {isOn && vote?.status === 'saved' && 'Recorded'}
      </button>
    </Tooltip>
  )
}

/** Below the thumbs: what went wrong, and room for a comment once a vote is recorded. */
export function VoteDetails({ run_id, vote, plan, feedback }: ThumbsProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!vote) return null
  return (
    <>
      {vote.problem && (
        <p role="alert" className="mt-1 text-bad text-sm">
          {vote.problem}
        </p>
      )}
      {vote.comment && !isOpen && (
        <p className="mt-1 text-ink-2 text-sm">
          Your comment: “{vote.comment}”{' '}
          <TextButton onClick={() => setIsOpen(true)}>Change</TextButton>
        </p>
      )}
      {vote.status === 'saved' && !vote.comment && !isOpen && (
        <p className="mt-1 text-sm">
          <TextButton onClick={() => setIsOpen(true)}>Add a comment</TextButton>
        </p>
      )}
      {isOpen && (
        <CommentForm
          vote={vote}
          onClose={() => setIsOpen(false)}
          send={(text) => feedback.comment(run_id, plan, text)}
        />
      )}
    </>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 cursor-pointer rounded-sm text-ink-3 hover:text-ink hover:underline"
    >
      {children}
    </button>
  )
}

type CommentFormProps = {
  vote: VoteState
  onClose: () => void
  send: (text: string) => Promise<boolean>
}

function CommentForm({ vote, onClose, send }: CommentFormProps) {
  const [text, setText] = useState(vote.comment ?? '')
  const id = useId()
  const words = text.trim()
  return (
    <form
      className="mt-2 text-md leading-5"
      onSubmit={async (event) => {
        event.preventDefault()
        if (words !== '' && !vote.isSavingComment && (await send(words))) onClose()
      }}
    >
      <label htmlFor={id} className="mb-1 block text-ink-2 text-sm">
        What was good or bad about it?
      </label>
      <TextArea
        id={id}
        rows={2}
        autoFocus
        maxLength={20_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-2 flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          isPending={vote.isSavingComment}
          disabledReason={words === '' ? 'Write a comment first' : undefined}
        >
          Send comment
        </Button>
        <Button size="sm" onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  )
}
