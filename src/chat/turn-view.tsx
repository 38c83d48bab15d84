import { memo, type ReactNode } from 'react'
import { messageText } from '../contract/messages.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { formatDuration } from '../ui/format-duration.ts'
import type { ChatMessage } from './conversation-types.ts'
import { Thumbs, VoteDetails } from './feedback-buttons.tsx'
import { votePlan } from './feedback-keys.ts'
import type { FeedbackStore, VoteState } from './feedback-store.ts'
import { MessageContent, RawMessage } from './message-content.tsx'
import { RunEnd } from './run-end.tsx'
import type { RunMark } from './run-marks.ts'
import { shownCalls } from './tool-calls.ts'
import { LooseResult, ToolCard } from './tool-card.tsx'
import type { Turn } from './turns.ts'

type TurnViewProps = {
  turn: Turn
  mark: RunMark | undefined
  /** The turn's run is at work. */
  isActive: boolean
  vote: VoteState | undefined
  feedback: FeedbackStore | null
  runLink: (run_id: string) => ReactNode
  /** Goes on after a failure or a stop; absent where that is not possible. */
  onRetry?: (() => void) | undefined
  /** What stands at the end of the growing turn. */
  live?: ReactNode
}

/** One question and its answer. Renders again only when something of it changed. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, mark, isActive, live, onRetry } = props
  const hasAnswer = turn.parts.length > 0
  const runs = isActive ? 'active' : mark?.outcome === 'paused' ? 'paused' : 'over'
  const hasEnd = !isActive && mark !== undefined
  return (
    <>
      {turn.human && <Question item={turn.human} />}
      {(hasAnswer || hasEnd || live) && (
        <div className="min-w-0 text-base leading-[23px]">
          {turn.parts.map((item) => (
            <AnswerPart key={item.key} item={item} turn={turn} runs={runs} />
          ))}
          {live}
          {hasEnd && <RunEnd mark={mark} onRetry={onRetry} hasCut={turn.parts.some(isCut)} />}
          {hasEnd && hasAnswer && <Acts {...props} mark={mark} />}
        </div>
      )}
    </>
  )
})

const isCut = (item: ChatMessage) => item.origin === 'cut'

function Question({ item }: { item: ChatMessage }) {
  return (
    <div
      className={cx(
        'ml-auto w-fit max-w-[78%] whitespace-pre-wrap break-words rounded-lg bg-sunken px-3.5 py-[9px] text-base leading-[22px]',
        item.origin === 'sent' && 'opacity-70',
      )}
    >
      <span className="sr-only">You: </span>
      {messageText(item.message.content) || 'A message without text'}
    </div>
  )
}

type AnswerPartProps = { item: ChatMessage; turn: Turn; runs: 'active' | 'paused' | 'over' }

function AnswerPart({ item, turn, runs }: AnswerPartProps) {
  if (item.kind === 'tool') return <LooseResult message={item} />
  if (item.kind !== 'ai') return <RawMessage item={item} />
  const calls = shownCalls(item)
  const isStreaming = runs === 'active' && item.origin === 'stream' && calls.length === 0
  return (
    <div className={cx('[&+&]:mt-2.5', isCut(item) && 'opacity-60')}>
      <MessageContent item={item} isStreaming={isStreaming} />
      {calls.length > 0 && messageText(item.message.content) !== '' && <div className="h-2.5" />}
      {calls.map((call) => (
        <ToolCard
          key={call.key}
          call={call}
          result={(call.id !== null && turn.results.get(call.id)) || null}
          calledAt={item.settledAt}
          runs={runs}
        />
      ))}
    </div>
  )
}

function Acts({ turn, mark, vote, feedback, runLink }: TurnViewProps & { mark: RunMark }) {
  const { run_id } = turn
  const plan = feedback && run_id ? votePlan(mark.feedbackKeys) : null
  const text = turn.parts
    .map((item) => (item.kind === 'ai' ? messageText(item.message.content) : ''))
    .filter(Boolean)
    .join('\n\n')
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-0.5 text-ink-3 leading-5">
        {plan && run_id && feedback && (
          <Thumbs run_id={run_id} vote={vote} plan={plan} feedback={feedback} />
        )}
        {text && <CopyButton text={text} label="Copy answer" />}
        <span className="grow" />
        {run_id && (
          <span className="mono whitespace-nowrap">
            {runLink(run_id)}
            {mark.tookMs !== null && ` · ${formatDuration(mark.tookMs)}`}
          </span>
        )}
      </div>
      {plan && run_id && feedback && (
        <VoteDetails run_id={run_id} vote={vote} plan={plan} feedback={feedback} />
      )}
    </>
  )
}
