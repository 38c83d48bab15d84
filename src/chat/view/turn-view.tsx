import { RotateCcw } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { messageText } from '../../contract/agent-server/messages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import type { ChatMessage } from '../conversation/conversation-types.ts'
import type { RunMark } from '../conversation/run-marks.ts'
import { shownCalls } from '../conversation/tool-calls.ts'
import type { Turn } from '../conversation/turns.ts'
import { usageWords } from '../conversation/usage.ts'
import { BranchSwitch } from '../history/branch-switch.tsx'
import type { BranchPoint } from '../history/branches.ts'
import type { TravelActions } from '../history/use-time-travel.ts'
import { Thumbs } from '../votes/feedback-buttons.tsx'
import type { FeedbackStore, VoteState } from '../votes/feedback-store.ts'
import { VoteDetails } from '../votes/vote-details.tsx'
import { MessageContent, RawMessage } from './message-content.tsx'
import { Question } from './question.tsx'
import { RunEnd } from './run-end.tsx'
import { LooseResult, ToolCard } from './tool-card.tsx'

type TurnViewProps = {
  turn: Turn
  mark: RunMark | undefined
  /** The turn's run is at work. */
  isActive: boolean
  /** The thread waits for a person's answer here, whatever its server says of the run. */
  isWaiting?: boolean
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
  /** Ways to change the past; absent where the thread cannot be changed. */
  travel?: TravelActions | undefined
  /** Where the question and the first answer have other versions. */
  questionBranch?: BranchPoint | undefined
  answerBranch?: BranchPoint | undefined
  /** Why the past cannot be changed now. */
  blocked?: string | undefined
  /** The assistant of a run, for making its answer again. */
  assistantOf?: ((run_id: string | null) => string | null) | undefined
}

/** One question and its answer. Renders again only when something of it changed. */
export const TurnView = memo(function TurnView(props: TurnViewProps) {
  const { turn, mark, isActive, live, result, onRetry } = props
  const hasAnswer = turn.parts.length > 0
  const isPaused = props.isWaiting || mark?.outcome === 'paused'
  const runs = isActive ? 'active' : isPaused ? 'paused' : 'over'
  const hasEnd = !isActive && mark !== undefined
  return (
    <div data-turn={turn.key} className="flex flex-col gap-[18px] outline-none">
      {turn.human && (
        <Question
          item={turn.human}
          branch={props.questionBranch}
          travel={props.travel}
          blocked={props.blocked}
        />
      )}
      {(hasAnswer || hasEnd || live || result) && (
        <div className="min-w-0 text-base leading-[23px]">
          {turn.parts.map((item) => (
            <AnswerPart key={item.key} item={item} turn={turn} runs={runs} />
          ))}
          {live}
          {result}
          {hasEnd && <RunEnd mark={mark} onRetry={onRetry} hasCut={turn.parts.some(isCut)} />}
          {!isActive && (hasAnswer || (result && hasEnd)) && <Acts {...props} />}
        </div>
      )}
    </div>
  )
})

const isCut = (item: ChatMessage) => item.origin === 'cut'

type AnswerPartProps = { item: ChatMessage; turn: Turn; runs: 'active' | 'paused' | 'over' }

function AnswerPart({ item, turn, runs }: AnswerPartProps) {
  if (item.kind === 'tool') return <LooseResult message={item} />
  if (item.kind !== 'ai') return <RawMessage item={item} />
  const calls = shownCalls(item)
  const isStreaming = runs === 'active' && item.origin === 'stream' && calls.length === 0
  return (
    <div className={cx('[&+&]:mt-2.5', isCut(item) && 'text-ink-2')}>
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

function Acts(props: TurnViewProps) {
  const { turn, mark, vote, feedback, runLink } = props
  const { run_id } = turn
  const isRated = turn.parts.length > 0 || props.isResultRated
  const plan = feedback && run_id && mark && isRated ? feedback.planFor(mark.feedbackKeys) : null
  const text = turn.parts
    .map((item) => (item.kind === 'ai' ? messageText(item.message.content) : ''))
    .filter(Boolean)
    .join('\n\n')
  const usage = usageWords(turn.parts)
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-0.5 text-ink-3 leading-5">
        {plan && run_id && feedback && (
          <Thumbs run_id={run_id} vote={vote} plan={plan} feedback={feedback} />
        )}
        {text && <CopyButton text={text} label="Copy answer" />}
        <AnswerTravel {...props} />
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

/** Other versions of the answer, and making it again. */
function AnswerTravel({ turn, travel, answerBranch, blocked, assistantOf }: TurnViewProps) {
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const answers = turn.parts.filter((item) => item.kind === 'ai' && item.origin === 'state')
  const [first] = answers
  const last = answers.at(-1)
  if (!travel || !first || !last) return null
  const act = async (work: Promise<void>) => {
    setIsPending(true)
    setProblem(null)
    try {
      await work
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.')
    } finally {
      setIsPending(false)
    }
  }
  const again = (item: ChatMessage) =>
    void act(travel.regenerate(item, assistantOf?.(turn.run_id) ?? null))
  const retryFrom = blocked ?? undefined
  return (
    <>
      {answerBranch && (
        <BranchSwitch
          point={answerBranch}
          noun="answer"
          disabledReason={blocked}
          onShow={(end) => void act(travel.show(end))}
        />
      )}
      <Button
        acts
        size="sm"
        variant="ghost"
        isPending={isPending}
        disabledReason={retryFrom}
        onClick={() => again(first)}
      >
        <RotateCcw aria-hidden size={14} strokeWidth={1.8} /> Retry
      </Button>
      {first !== last && (
        <Button
          acts
          size="sm"
          variant="ghost"
          disabledReason={retryFrom ?? (isPending ? 'Already under way' : undefined)}
          onClick={() => again(last)}
        >
          Retry last step
        </Button>
      )}
      {problem && (
        <span role="alert" className="w-full text-bad text-sm">
          {problem}
        </span>
      )}
    </>
  )
}
