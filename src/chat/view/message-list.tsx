import { ArrowDown } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { messageText } from '../../contract/agent-server/messages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { afterPaint } from '../../ui/page/after-paint.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { QueuedRuns } from '../composer/queued-runs.tsx'
import { endOf } from '../conversation/end-of-conversation.ts'
import { offeredReplies } from '../conversation/offered-replies.ts'
import { runMarks } from '../conversation/runs/run-marks.ts'
import { buildTurns, type Turn, wordlessTurn } from '../conversation/turns.ts'
import { FindBar } from '../find/find-bar.tsx'
import type { FoundWords } from '../find/find-in-turns.ts'
import { useEarlierMessages } from '../history/use-earlier-messages.ts'
import { type StartRun, useBranches, useTravelActions } from '../history/use-time-travel.ts'
import { KnownInnerWords, useInnerWords } from '../inner/use-inner-words.ts'
import { WholeAnswers } from '../markdown/use-far-sections.ts'
import { heightOfText } from '../scrolling/height-of-text.ts'
import type { ListWindow } from '../scrolling/long-list.tsx'
import { type StartAt, showTurn, useScrollPlace } from '../scrolling/use-scroll-place.ts'
import { useStickToBottom } from '../scrolling/use-stick-to-bottom.ts'
import { WindowedList } from '../scrolling/windowed-list.tsx'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import type { RetryAs } from './answer-travel.tsx'
import { LiveLine } from './live-line.tsx'
import { QuickReplies } from './quick-replies.tsx'
import { SilentRun } from './silent-run.tsx'
import { StateResult, wordlessResult } from './state-result.tsx'
import { Beyond, OpeningFailed, ThreadRest } from './thread-rest.tsx'
import { type AroundAnswers, TurnView } from './turn-view.tsx'
import { Searched, type SearchedPlace } from './use-fold.ts'
import { useRunLink } from './use-run-link.tsx'
import { useVotes } from './use-session.ts'

// Most threads have neither.
const EarlierMessages = lazyPart(() =>
  import('../history/earlier-messages.tsx').then((code) => code.EarlierMessages),
)
const EarlierRuns = lazyPart(() => import('./earlier-runs.tsx').then((code) => code.EarlierRuns))

type MessageListProps = {
  session: RunSession
  snapshot: SessionSnapshot
  emptyState?: ReactNode
  runHref?: ((run_id: string) => string) | undefined
  onNavigate?: ((href: string) => void) | undefined
  startAt?: StartAt | null | undefined
  messageHref?: ((message_id: string) => string) | undefined
  around?: AroundAnswers | undefined
  /** Starts a run with the composer's choices. */
  onRun: StartRun
  /** Grows with each message of ours: the reader is taken to it. */
  sentCount: number
  /** Who makes an answer again: whom the composer has chosen, or another. */
  retryAs: RetryAs
  isFinding: boolean
  onFindEnd: () => void
}

/** What is found must not be covered by the bar that found it. */
const belowFindBarPx = -64

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

/** The conversation: scrolls, follows its end while the reader is there. */
export function MessageList(props: MessageListProps) {
  const { session, snapshot, emptyState, sentCount } = props
  const { conversation, run, records, ownCancels, opening } = snapshot
  const lastTurns = useRef<readonly Turn[]>([])
  const turns = useMemo(() => {
    lastTurns.current = buildTurns(conversation.messages, lastTurns.current)
    return lastTurns.current
  }, [conversation.messages])
  const marks = useMemo(
    () => runMarks({ records, run, ownCancels }, session),
    [records, run, ownCancels, session],
  )
  const votes = useVotes(session)
  useRestoredVotes(session, marks)
  const runLink = useRunLink(props)
  const innerWords = useInnerWords(session, snapshot)
  const earlier = useEarlierMessages(session, snapshot)
  const { viewing } = snapshot
  const end = useMemo(() => endOf({ conversation, viewing }), [conversation, viewing])
  const stick = useStickToBottom(`${snapshot.thread_id}-${sentCount}`, end)
  const { scroller, inner, hasNew, toBottom } = stick
  const list = useRef<ListWindow | null>(null)
  const showPlace = useScrollPlace(
    snapshot.thread_id,
    opening === 'open',
    turns,
    stick,
    list,
    props.startAt ?? null,
  )
  const onWindow = useCallback(
    (next: ListWindow | null) => {
      const isOther = (list.current === null) !== (next === null)
      list.current = next
      if (isOther) showPlace()
    },
    [showPlace],
  )
  const [searched, setSearched] = useState<SearchedPlace>(null)
  const onShow = useCallback(
    (found: FoundWords | null) => {
      setSearched({ within: found?.within ?? null })
      const key = found ? turns[found.turn]?.key : undefined
      if (!found || key === undefined) return
      stick.leave()
      showTurn(scroller.current, list.current, found.turn, key, belowFindBarPx)
    },
    [turns, stick.leave, scroller],
  )
  const isActive = run?.outcome === 'active'
  const currentId = run && run.outcome !== 'rolled_back' ? run.run_id : null
  const canGoOn = !isActive && conversation.next.length > 0 && conversation.interrupts.length === 0
  const goOn = useGoOn(props)
  const branches = useBranches(session, snapshot)
  const travel = useTravelActions(session, props.onRun)
  const blocked = isActive ? 'Stop the run first, or wait until it has ended' : undefined
  const isEmpty = turns.length === 0 && !isActive && !run
  const outcome = wordlessResult(snapshot)
  const result = outcome && <StateResult {...outcome} />
  const isResultRated = outcome !== null && Object.keys(outcome.fields).length > 0
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto px-4 py-6 print:overflow-visible focus-visible:-outline-offset-2 sm:px-7"
      >
        <div
          ref={inner}
          className={cx(
            'mx-auto flex w-full max-w-[740px] flex-col gap-[18px]',
            props.isFinding && 'max-sm:pt-10',
          )}
        >
          {opening === 'reading' && turns.length === 0 && (
            <Skeleton label="Loading the conversation" />
          )}
          {opening === 'failed' && <OpeningFailed {...props} />}
          {opening === 'open' && isEmpty && emptyState}
          <div>
            <WholeAnswers value={props.isFinding}>
              <Searched value={searched}>
                <KnownInnerWords.Provider value={innerWords}>
                  <WindowedList
                    items={turns}
                    keyOf={keyOfTurn}
                    estimate={heightOfTurn}
                    gap={18}
                    scroller={scroller}
                    startsAtEnd
                    onWindow={onWindow}
                    render={(turn, index) => {
                      const isLast = index === turns.length - 1
                      const run_id = turn.run_id ?? (isLast && !snapshot.viewing ? currentId : null)
                      const isTurnActive = isLast && isActive
                      return (
                        <>
                          {earlier && index === 0 && (
                            <EarlierMessages offer={earlier} onMore={stick.leave} />
                          )}
                          <TurnView
                            turn={turn}
                            mark={run_id ? marks.get(run_id) : undefined}
                            isActive={isTurnActive}
                            isWaiting={isLast && !isActive && conversation.interrupts.length > 0}
                            questions={isLast ? conversation.interrupts : undefined}
                            vote={run_id ? votes[run_id] : undefined}
                            feedback={session.feedback}
                            runLink={runLink}
                            onRetry={isLast && canGoOn ? goOn : undefined}
                            live={isTurnActive ? <Live {...props} /> : undefined}
                            result={isLast && result}
                            isResultRated={isLast && isResultRated}
                            messageHref={props.messageHref}
                            travel={travel}
                            blocked={blocked}
                            retryAs={props.retryAs}
                            around={props.around}
                            questionBranch={branches.byMessage.get(turn.human?.id ?? '')}
                            answerBranch={branches.byMessage.get(turn.parts[0]?.id ?? '')}
                          />
                        </>
                      )
                    }}
                  />
                </KnownInnerWords.Provider>
              </Searched>
            </WholeAnswers>
          </div>
          {!snapshot.viewing && (
            <QuickReplies
              label="Suggested answers"
              replies={offeredReplies(snapshot)}
              onChoose={(text) => void props.onRun({ text })}
            />
          )}
          {turns.length === 0 && records.length > 0 && opening === 'open' && !viewing && (
            <EarlierRuns
              session={session}
              snapshot={snapshot}
              marks={marks}
              votes={votes}
              runLink={runLink}
              around={props.around}
            />
          )}
          {turns.length === 0 && isActive && <Live {...props} />}
          {turns.length === 0 && result && (
            <TurnView
              turn={wordlessTurn(currentId)}
              mark={currentId ? marks.get(currentId) : undefined}
              isActive={false}
              vote={currentId ? votes[currentId] : undefined}
              feedback={session.feedback}
              runLink={runLink}
              onRetry={canGoOn ? goOn : undefined}
              result={result}
              isResultRated={isResultRated}
              around={props.around}
            />
          )}
          {run?.silence && isActive && (
            <SilentRun session={session} run={run} silence={run.silence} />
          )}
          <ThreadRest {...props} goOn={goOn} />
          {branches.beyond && !isActive && <Beyond session={session} ends={branches.beyond.ends} />}
          <QueuedRuns session={session} snapshot={snapshot} />
        </div>
      </div>
      {props.isFinding && (
        <FindBar
          turns={turns}
          scroller={() => scroller.current}
          onShow={onShow}
          onClose={() => {
            setSearched(null)
            props.onFindEnd()
          }}
        />
      )}
      {hasNew && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button size="composer" className="pointer-events-auto shadow-float" onClick={toBottom}>
            <ArrowDown aria-hidden size={14} strokeWidth={1.8} /> New below
          </Button>
        </div>
      )}
    </div>
  )
}

function Live({ session, snapshot }: MessageListProps) {
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

function useGoOn({ onRun }: MessageListProps): () => void {
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
