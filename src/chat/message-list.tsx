import { ArrowDown } from 'lucide-react'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Interrupt } from '../contract/threads.ts'
import { Button } from '../ui/button.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { votePlan } from './feedback-keys.ts'
import { InterruptCard } from './interrupt-card.tsx'
import { resumeValue } from './interrupt-shape.ts'
import { LiveLine } from './live-line.tsx'
import { QueuedRuns } from './queued-runs.tsx'
import { runMarks } from './run-marks.ts'
import type { RunSession, SessionSnapshot, SubmitResult, Work } from './session-types.ts'
import { TurnView } from './turn-view.tsx'
import { buildTurns, type Turn } from './turns.ts'
import { useVotes } from './use-session.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'

type MessageListProps = {
  session: RunSession
  snapshot: SessionSnapshot
  emptyState?: ReactNode
  runHref?: ((run_id: string) => string) | undefined
  onNavigate?: ((href: string) => void) | undefined
  /** Starts a run with the composer's choices. */
  onRun: (work: Work) => Promise<SubmitResult>
  /** Grows with each message of ours: the reader is taken to it. */
  sentCount: number
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
    () => runMarks({ records, run, ownCancels }, session.feedbackKeys),
    [records, run, ownCancels, session.feedbackKeys],
  )
  const votes = useVotes(session)
  useRestoredVotes(session, marks)
  const runLink = useRunLink(props)
  const { scroller, inner, hasNew, toBottom } = useStickToBottom(
    snapshot,
    `${snapshot.thread_id}-${opening === 'open'}-${sentCount}`,
  )
  const isActive = run?.outcome === 'active'
  const currentId = run && run.outcome !== 'rolled_back' ? run.run_id : null
  const canGoOn = !isActive && conversation.next.length > 0 && conversation.interrupts.length === 0
  const goOn = useGoOn(props)
  const isEmpty = turns.length === 0 && !isActive && !run
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        className="h-full overflow-y-auto px-4 py-6 focus-visible:-outline-offset-2 sm:px-7"
      >
        <div ref={inner} className="mx-auto flex w-full max-w-[740px] flex-col gap-[18px]">
          {opening === 'reading' && turns.length === 0 && (
            <Skeleton label="Loading the conversation" />
          )}
          {opening === 'failed' && <OpeningFailed {...props} />}
          {opening === 'open' && isEmpty && emptyState}
          {turns.map((turn, index) => {
            const isLast = index === turns.length - 1
            const run_id = turn.run_id ?? (isLast ? currentId : null)
            const isTurnActive = isLast && isActive
            return (
              <TurnView
                key={turn.key}
                turn={turn}
                mark={run_id ? marks.get(run_id) : undefined}
                isActive={isTurnActive}
                vote={run_id ? votes[run_id] : undefined}
                feedback={session.feedback}
                runLink={runLink}
                onRetry={isLast && canGoOn ? goOn : undefined}
                live={isTurnActive ? <Live {...props} /> : undefined}
              />
            )
          })}
          {turns.length === 0 && isActive && <Live {...props} />}
          <ThreadRest {...props} goOn={goOn} />
          <QueuedRuns session={session} snapshot={snapshot} />
        </div>
      </div>
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

/** What the thread rests with: questions, a break, a roll-back, values without messages. */
function ThreadRest({ snapshot, onRun, goOn }: MessageListProps & { goOn: () => void }) {
  const { conversation, run } = snapshot
  const { interrupts, next, hasMessages, values, messages } = conversation
  if (run?.outcome === 'active') return null
  const answer = async (interrupt: Interrupt, value: unknown) => {
    const resume = resumeValue(interrupt, interrupts, value)
    const result = await onRun({ command: { resume } })
    if (!result.ok) throw result.error
  }
  const isBreak = run?.outcome === 'paused' && interrupts.length === 0 && next.length > 0
  const hasValues = !hasMessages && messages.length === 0 && Object.keys(values ?? {}).length > 0
  return (
    <>
      {run?.outcome === 'rolled_back' && (
        <Note tone="info" title="Rolled back">
          The run and its checkpoints are gone; the thread is as it was before.
        </Note>
      )}
      {run?.cancel?.stage === 'not_removed' && (
        <Note tone="warn" title="Stopped, but not rolled back">
          The server ended the run and kept it, with its checkpoints.
        </Note>
      )}
      {run?.cancel?.stage === 'missed' && (
        <Note tone="info">The run had ended before it could be stopped.</Note>
      )}
      {hasValues && <JsonView value={values} label="values of the thread" openDepth={2} />}
      {interrupts.map((interrupt, index) => (
        <InterruptCard
          key={interrupt.id ?? index}
          interrupt={interrupt}
          onAnswer={(value) => answer(interrupt, value)}
        />
      ))}
      {isBreak && (
        <Note
          title={`Paused before ${next.join(', ')}`}
          action={<Button onClick={goOn}>Continue</Button>}
        >
          The graph has a break point here.
        </Note>
      )}
    </>
  )
}

function OpeningFailed({ session, snapshot }: MessageListProps) {
  return (
    <Note
      tone="bad"
      title="The thread could not be opened"
      action={<Button onClick={() => void session.refresh()}>Try again</Button>}
    >
      {snapshot.error?.message}
    </Note>
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
    const plan = mark && votePlan(mark.feedbackKeys)
    if (!feedback || !plan) return
    const runs = voted.filter(([, item]) => item.feedbackKeys.length > 0).map(([run_id]) => run_id)
    void feedback.restore(runs, plan)
  }, [session, key])
}

function useRunLink({ runHref, onNavigate }: MessageListProps) {
  const latest = useRef({ runHref, onNavigate })
  latest.current = { runHref, onNavigate }
  return useCallback((run_id: string): ReactNode => {
    const words = `run ${run_id.slice(0, 4)}…${run_id.slice(-4)}`
    const href = latest.current.runHref?.(run_id)
    if (!href) return <span title={run_id}>{words}</span>
    const follow = (event: MouseEvent) => {
      const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
      if (!isPlain || !latest.current.onNavigate) return
      event.preventDefault()
      latest.current.onNavigate(href)
    }
    return (
      <a
        href={href}
        title={run_id}
        onClick={follow}
        className="rounded-sm hover:text-ink hover:underline"
      >
        {words}
      </a>
    )
  }, [])
}
