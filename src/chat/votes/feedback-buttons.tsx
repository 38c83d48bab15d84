import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useContext } from 'react'
import { RefusedActions } from '../../ui/controls/refused-actions.ts'
import { cx } from '../../ui/cx.ts'
import { Tooltip } from '../../ui/floating/tooltip.tsx'
import type { VoteDirection, VotePlan } from './feedback-keys.ts'
import type { FeedbackStore } from './feedback-store.ts'
import type { VoteState } from './vote-board.ts'

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
  const refusal = useContext(RefusedActions)
  return (
    <Tooltip text={refusal ?? label} opensOnPress={refusal !== undefined}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isOn}
        aria-disabled={refusal ? true : undefined}
        onClick={refusal ? undefined : () => onPress(direction)}
        className={cx(
          'inline-flex h-[26px] min-w-[26px] cursor-pointer items-center justify-center gap-[5px] rounded-control px-1.5 text-sm transition-colors aria-disabled:cursor-not-allowed',
          isOn ? on : 'text-ink-3 hover:bg-sunken hover:text-ink',
        )}
      >
        <Icon aria-hidden size={16} strokeWidth={1.8} />
        {isOn && vote?.status === 'saving' && 'Recording…'}
        {isOn && vote?.status === 'saved' && 'Recorded'}
        {isOn && vote?.status === 'queued' && 'Waiting'}
      </button>
    </Tooltip>
  )
}
