import { type ReactNode, useRef } from 'react'
import type { VoteDirection, VotePlan } from '../../chat/votes/feedback-keys.ts'
import type { FeedbackStore } from '../../chat/votes/feedback-store.ts'
import type { VoteState } from '../../chat/votes/vote-board.ts'
import { cx } from '../../ui/cx.ts'
import type { PanelHost } from '../panel-host.ts'
import { IconButton } from './icons.tsx'
import type { Texts } from './texts/en.ts'
import { useKeptText } from './use-kept-text.ts'

type VotesProps = {
  texts: Texts
  host: PanelHost
  run_id: string | null
  /** Null where the answer cannot be rated. */
  plan: VotePlan | null
  vote: VoteState | undefined
  feedback: FeedbackStore | null
  /** What stands beside the thumbs. */
  extra: ReactNode
}

/** Thumbs that show at once and can be changed, and a comment for whoever has more to say. */
export function Votes({ texts, host, run_id, plan, vote, feedback, extra }: VotesProps) {
  const thumbs = useRef<HTMLDivElement>(null)
  const press = (direction: VoteDirection) => {
    if (!feedback || !plan || run_id === null || vote?.direction === direction) return
    void feedback.vote(run_id, plan, direction)
    host.emit('feedback', { direction, comment: null })
  }
  const thumb = (direction: VoteDirection, label: string, on: string) => (
    <IconButton
      icon={direction}
      label={label}
      aria-pressed={vote?.direction === direction}
      onClick={() => press(direction)}
      className={cx('size-7', vote?.direction === direction && on)}
    />
  )
  return (
    <>
      <div ref={thumbs} className="mt-1.5 -ms-1.5 flex items-center gap-0.5">
        {plan && thumb('up', texts.good, 'bg-ok-soft! text-ok!')}
        {plan && thumb('down', texts.bad, 'bg-bad-soft! text-bad!')}
        {extra}
      </div>
      {vote?.problem && (
        <p role="alert" className="text-bad text-sm">
          {texts.voteFailed}
        </p>
      )}
      {vote?.status === 'queued' && <p className="text-ink-2 text-sm">{texts.voteQueued}</p>}
      {plan && feedback && run_id !== null && vote?.direction && (
        <CommentForm
          key={run_id}
          texts={texts}
          host={host}
          keptAs={`comment:${run_id}`}
          vote={vote}
          onSent={() => thumbs.current?.querySelector('button')?.focus({ preventScroll: true })}
          onSend={(text) => {
            host.emit('feedback', { direction: vote.direction ?? 'up', comment: text })
            return feedback.tell(run_id, plan, { comment: text })
          }}
        />
      )}
    </>
  )
}

type CommentFormProps = {
  texts: Texts
  host: PanelHost
  /** What is written is kept by that name until it is sent. */
  keptAs: string
  vote: VoteState
  /** The form is about to go. */
  onSent: () => void
  onSend: (text: string) => Promise<boolean>
}

function CommentForm({ texts, host, keptAs, vote, onSent, onSend }: CommentFormProps) {
  const [text, setText] = useKeptText(host, keptAs)
  if (vote.detail.comment) {
    return (
      <p className="mt-1.5 rounded-md border border-line bg-bg px-3 py-2 text-sm">
        {vote.detail.comment}
        <span className="block text-ink-3 text-xs">{texts.commentSent}</span>
      </p>
    )
  }
  const send = async () => {
    if (text.trim() === '' || !(await onSend(text.trim()))) return
    setText('')
    onSent()
  }
  return (
    <form
      className="mt-1.5 rounded-md border border-line bg-bg px-3 py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="font-semibold text-sm">
        {texts.thanks}
        <span className="mt-1.5 flex gap-1.5">
          <input
            value={text}
            placeholder={texts.comment}
            maxLength={2_000}
            onChange={(event) => setText(event.target.value)}
            className="h-8 min-w-0 grow rounded-control border border-line-strong bg-surface px-2.5 font-normal text-[16px] sm:text-md"
          />
          <IconButton
            icon="send"
            label={texts.sendComment}
            type="submit"
            disabled={text.trim() === '' || vote.isSavingDetail}
          />
        </span>
      </label>
    </form>
  )
}
