import { memo, type ReactNode, useContext } from 'react'
import { answerText } from '../../contract/agent-server/answers/thoughts.ts'
import type { Interrupt } from '../../contract/agent-server/threads.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import type { BranchPoint } from '../checkpoints/branches.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import { shownCalls } from '../conversation/parts/tool-calls.ts'
import { callsOfAnswer, isAsked, type TurnRuns } from '../conversation/parts/turn-calls.ts'
import { usageWords } from '../conversation/parts/usage.ts'
import { turnRows } from '../conversation/turn-rows.ts'
import type { Turn } from '../conversation/turns.ts'
import type { TravelActions } from '../history/use-time-travel.ts'
import { KnownInnerWords } from '../inner/use-inner-words.ts'
import type { RunMark } from '../run-marks.ts'
import { Thumbs } from '../votes/feedback-buttons.tsx'
import type { FeedbackStore } from '../votes/feedback-store.ts'
import type { VoteState } from '../votes/vote-board.ts'
import { VoteDetails } from '../votes/vote-details.tsx'
import { AnswerTravel, type RetryAs } from './answer-travel.tsx'
import { CallGroup } from './calls/call-group.tsx'
import { LooseResult } from './calls/tool-card.tsx'
import { MessageContent, RawMessage } from './content/message-content.tsx'
import { Question } from './question.tsx'
import { RunEnd } from './run-end.tsx'

type TurnViewProps = {
  turn: Turn
  mark: RunMark | undefined
  /** The turn's run is at work. */
  isActive: boolean
  /** The thread waits for a person's answer here, whatever its server says of the run. */
  isWaiting?: boolean
  /** The thread rests here before a step, and nobody is asked. */
  isAtBreak?: boolean
  /** What it is asked, where that is known; the same object in every render. */
  questions?: readonly Interrupt[] | undefined
  vote: VoteState | undefined
  feedback: FeedbackStore | null
  runLink: (run_id: string) => ReactNode
  /** Goes on after a failure or a stop; absent where that is not possible. */
  onRetry?: (() => void) | undefined
  /** What stands at the end of the growing turn. */
  live?: ReactNode
  /** What came of the run where it said nothing. */
  result?: ReactNode
  /** Whether that is something that can be good or bad. */
  isResultRated?: boolean
  /** Where a message can be linked to; absent where there is no such place. */
  messageHref?: ((message_id: string) => string) | undefined
  /** Ways to change the past; absent where the thread cannot be changed. */
  travel?: TravelActions | undefined
  /** Where the question and the first answer have other versions. */
  questionBranch?: BranchPoint | undefined
  answerBranch?: BranchPoint | undefined
  /** Why the past cannot be changed now. */
  blocked?: string | undefined
  /** Who makes an answer again. */
  retryAs?: RetryAs | undefined
  around?: AroundAnswers | undefined
}

/** What the page around offers under each answer. The same object in every render. */
export interface AroundAnswers {
  /** Further buttons. */
  readonly acts: (run_id: string) => ReactNode
  /** The address at which the thread opens at what was said in a run. */
  readonly href: (run_id: string) => string
  /** Items for the menu of those who can make it again. */
  readonly retries: (run_id: string) => ReactNode
}

/** One question and its answer. Renders again only when something of it changed. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, mark, isActive, live, result, onRetry } = props
  const hasAnswer = turn.parts.length > 0
  const isPaused = props.isWaiting || mark?.outcome === 'paused'
  const rests = props.isAtBreak ? 'break' : isPaused ? 'paused' : 'over'
  const runs = isActive ? 'active' : rests
  const hasEnd = !isActive && mark !== undefined
  const { read } = useContext(KnownInnerWords)
  const rows = turnRows(
    turn.parts,
    (item) => callsOfAnswer(item, turn, runs, props.questions ?? []),
    isAsked,
  )
  return (
    <div data-turn={turn.key} className="flex flex-col gap-[18px] outline-none">
      {turn.human && (
        <Question
          item={turn.human}
          branch={props.questionBranch}
          messageHref={props.messageHref}
          travel={props.travel}
          blocked={props.blocked}
        />
      )}
      {(hasAnswer || hasEnd || live || result) && (
        <div className="min-w-0 text-base leading-[23px]">
          {rows.map((row) =>
            row.kind === 'message' ? (
              <Said key={row.key} item={row.item} runs={runs} />
            ) : (
              <div key={row.key} className={rowLook(row.item)}>
                <CallGroup calls={row.calls} onOpened={() => read(turn)} />
              </div>
            ),
          )}
          {live}
          {result}
          {hasEnd && <RunEnd mark={mark} onRetry={onRetry} hasCut={turn.parts.some(isCut)} />}
          {!isActive && (hasAnswer || (hasEnd && (result || props.around))) && <Acts {...props} />}
        </div>
      )}
    </div>
  )
})

const isCut = (item: ShownMessage) => item.origin === 'cut'

const rowLook = (item: ShownMessage) => cx('[&+&]:mt-2.5', isCut(item) && 'text-ink-2')

/** A message without its calls. */
function Said({ item, runs }: { item: ShownMessage; runs: TurnRuns }) {
  if (item.kind === 'tool') return <LooseResult message={item} />
  if (item.kind !== 'ai') return <RawMessage item={item} />
  const hasCalls = shownCalls(item).length > 0
  return (
    <div className={rowLook(item)}>
      <MessageContent
        item={item}
        isStreaming={runs === 'active' && item.origin === 'stream' && !hasCalls}
      />
    </div>
  )
}

function Acts(props: TurnViewProps) {
  const { turn, mark, vote, feedback, runLink, around } = props
  const { run_id } = turn
  const isRated = turn.parts.length > 0 || props.isResultRated
  const plan = feedback && run_id && mark && isRated ? feedback.planFor(mark.feedbackKeys) : null
  const text = turn.parts
    .map((item) => (item.kind === 'ai' ? answerText(item.message.content) : ''))
    .filter(Boolean)
    .join('\n\n')
  const usage = usageWords(turn.parts)
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-0.5 text-ink-3 leading-5 print:hidden">
        {plan && run_id && feedback && (
          <Thumbs run_id={run_id} vote={vote} plan={plan} feedback={feedback} />
        )}
        {text && <CopyButton text={text} label="Copy answer" />}
        {around && run_id && (
          <CopyButton text={around.href(run_id)} label="Copy link to this answer" isLink />
        )}
        {run_id && around?.acts(run_id)}
        <AnswerTravel {...props} retryElsewhere={around?.retries} />
        <span className="grow" />
        {usage && <span className="mr-2 text-sm tabular-nums">{usage}</span>}
        {run_id && (
          <span className="mono whitespace-nowrap">
            {runLink(run_id)}
            {mark && mark.tookMs !== null && ` · ${formatDuration(mark.tookMs)}`}
          </span>
        )}
      </div>
      {plan && run_id && feedback && (
        <VoteDetails run_id={run_id} vote={vote} plan={plan} feedback={feedback} answer={text} />
      )}
    </>
  )
}
