import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { messageText } from '../../contract/agent-server/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { afterPaint } from '../../ui/page/after-paint.ts'
import { type Turn, wordlessTurn } from '../conversation/turns.ts'
import { useEarlierMessages } from '../history/use-earlier-messages.ts'
import { type StartRun, type useBranches, useTravelActions } from '../history/use-time-travel.ts'
import { KnownInnerWords, useInnerWords } from '../inner/use-inner-words.ts'
import { isAtBreak } from '../is-at-break.ts'
import { runMarks } from '../run-marks.ts'
import { heightOfText } from '../scrolling/height-of-text.ts'
import type { useListPlace } from '../scrolling/use-list-place.ts'
import { WindowedList } from '../scrolling/windowed-list.tsx'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import type { RetryAs } from './answer-travel.tsx'
import { LiveLine } from './live-line.tsx'
import { StateResult, wordlessResult } from './state-result.tsx'
import { type AroundAnswers, TurnView } from './turn-view.tsx'
import { useRunLink } from './use-run-link.tsx'
import { useVotes } from './use-session.ts'

// Most threads have none.
const EarlierMessages = lazyPart(() =>
  import('./earlier-messages.tsx').then((code) => code.EarlierMessages),
)

/** What turns are shown by, and with. */
export type AnswerProps = {
  session: RunSession
  snapshot: SessionSnapshot
  runHref?: ((run_id: string) => string) | undefined
  onNavigate?: ((href: string) => void) | undefined
  messageHref?: ((message_id: string) => string) | undefined
  around?: AroundAnswers | undefined
  /** Starts a run with the composer's choices. */
  onRun: StartRun
  /** Who makes an answer again: whom the composer has chosen, or another. */
  retryAs: RetryAs
}

const ThreadComponents = lazyPart(() =>
  import('../components/thread-components.tsx').then((code) => code.ThreadComponents),
)

type Answers = ReturnType<typeof useAnswers>

/** What of its runs stands at the answers of a thread: how they ended, their votes, what goes on and what came of it. */
export function useAnswers(props: AnswerProps) {
  const { session, snapshot } = props
  const { conversation, run, records, ownCancels } = snapshot
  const marks = useMemo(
    () => runMarks({ records, run, ownCancels }, session),
    [records, run, ownCancels, session],
  )
  const votes = useVotes(session)
  useRestoredVotes(session, marks)
  const runLink = useRunLink(props)
  const goOn = useGoOn(props)
  const isActive = run?.outcome === 'active'
  const canGoOn = !isActive && conversation.next.length > 0 && conversation.interrupts.length === 0
  const outcome = wordlessResult(snapshot)
  return {
    ...{ marks, votes, runLink, goOn, isActive },
    /** The answers of a run, as they are shown. */
    of: (run_id: string | null) => ({
      mark: run_id ? marks.get(run_id) : undefined,
      vote: run_id ? votes[run_id] : undefined,
      feedback: session.feedback,
      runLink,
      around: props.around,
    }),
    currentId: run && run.outcome !== 'rolled_back' ? run.run_id : null,
    onRetry: canGoOn ? goOn : undefined,
    result: outcome && <StateResult {...outcome} />,
    isResultRated: outcome !== null && Object.keys(outcome.fields).length > 0,
  }
}

const keyOfTurn = (turn: Turn) => turn.key

/** What stands around what is said: gaps, and the buttons below an answer. */
const aroundWordsPx = 110

const heights = new WeakMap<Turn, number>()

/** Until it is measured. Asked for again with each drawing, of each turn. */
function heightOfTurn(turn: Turn): number {
  let height = heights.get(turn)
  if (height === undefined) {
    height = aroundWordsPx
    for (const item of [turn.human, ...turn.parts])
      height += heightOfText(messageText(item?.message.content))
    heights.set(turn, height)
  }
  return height
}

type TurnListProps = AnswerProps & {
  turns: readonly Turn[]
  answers: Answers
  branches: ReturnType<typeof useBranches>
  place: ReturnType<typeof useListPlace>
}

/** The turns of a thread, of which those in view are drawn once they are many. */
export function TurnList(props: TurnListProps) {
  const { session, snapshot, turns, answers, branches, place } = props
  const { conversation } = snapshot
  const { isActive, onRetry, result, isResultRated } = answers
  const innerWords = useInnerWords(session, snapshot, turns)
  const earlier = useEarlierMessages(session, snapshot)
  const travel = useTravelActions(session, props.onRun)
  const blocked = isActive ? 'Stop the run first, or wait until it has ended' : undefined
  return (
    <KnownInnerWords.Provider value={innerWords}>
      <WindowedList
        items={turns}
        keyOf={keyOfTurn}
        estimate={heightOfTurn}
        gap={18}
        scroller={place.scroller}
        startsAtEnd
        onWindow={place.onWindow}
        render={(turn, index) => {
          const isLast = index === turns.length - 1
          const run_id = turn.run_id ?? (isLast && !snapshot.viewing ? answers.currentId : null)
          const isTurnActive = isLast && isActive
          return (
            <>
              {earlier && index === 0 && <EarlierMessages offer={earlier} onMore={place.leave} />}
              <TurnView
                turn={turn}
                {...answers.of(run_id)}
                isActive={isTurnActive}
                isWaiting={isLast && !isActive && conversation.interrupts.length > 0}
                isAtBreak={isLast && isAtBreak(snapshot)}
                questions={isLast ? conversation.interrupts : undefined}
                onRetry={isLast ? onRetry : undefined}
                live={isTurnActive ? <Live {...props} /> : undefined}
                result={withComponents(props, turn, isLast, isLast && result)}
                isResultRated={isLast && isResultRated}
                messageHref={props.messageHref}
                travel={travel}
                blocked={blocked}
                retryAs={props.retryAs}
                questionBranch={branches.byMessage.get(turn.human?.id ?? '')}
                answerBranch={branches.byMessage.get(turn.parts[0]?.id ?? '')}
              />
            </>
          )
        }}
      />
    </KnownInnerWords.Provider>
  )
}

/** What came of a run in a thread in which nothing was said. */
export function WordlessAnswer(props: AnswerProps & { answers: Answers }) {
  const { currentId, onRetry, result, isResultRated } = props.answers
  if (!result) return null
  const turn = wordlessTurn(currentId)
  return (
    <TurnView
      turn={turn}
      {...props.answers.of(currentId)}
      {...{ onRetry, isResultRated }}
      result={withComponents(props, turn, true, result)}
      isActive={false}
    />
  )
}

/** What came of a turn, below what the agent said in it by components; what a run tells of these is of the last. */
function withComponents(props: AnswerProps, turn: Turn, isLast: boolean, result: ReactNode) {
  const { values, custom } = props.snapshot.conversation
  const { ui = isLast && custom[0] } = Object(values)
  if (!ui) return result
  return (
    <>
      <ThreadComponents {...props} turn={turn} isLast={isLast} />
      {result}
    </>
  )
}

/** That a run is at work, and what it is at. */
export function Live({ session, snapshot }: Pick<AnswerProps, 'session' | 'snapshot'>) {
  const { run, conversation, reconnecting } = snapshot
  if (!run) return null
  return (
    <LiveLine
      run={run}
      conversation={conversation}
      reconnecting={reconnecting}
      onRetryNow={session.retryNow}
    />
  )
}

function useGoOn({ onRun }: AnswerProps): () => void {
  const latest = useRef(onRun)
  latest.current = onRun
  // The composer shows why, if that is refused.
  return useCallback(() => void latest.current({ input: null }), [])
}

/** Votes that the server already has, for the runs of a thread that was opened. */
function useRestoredVotes(session: RunSession, marks: ReturnType<typeof runMarks>): void {
  const voted = [...marks].filter(([, mark]) => mark.outcome !== 'active')
  const key = voted.map(([run_id]) => run_id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another set of runs asks again
  useEffect(() => {
    const { feedback } = session
    const [, mark] = voted.at(-1) ?? []
    const plan = mark && feedback?.planFor(mark.feedbackKeys)
    if (!feedback || !plan) return
    void feedback.sendQueued()
    const runs = voted.filter(([, item]) => item.feedbackKeys.length > 0).map(([run_id]) => run_id)
    return afterPaint(() => void feedback.restore(runs, plan))
  }, [session, key])
}
