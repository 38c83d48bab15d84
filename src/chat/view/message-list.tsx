import { ArrowDown } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { buildTurns, type Turn } from '../conversation/turns.ts'
import { FindBar } from '../find/find-bar.tsx'
import type { FoundWords } from '../find/find-in-turns.ts'
import { useBranches } from '../history/use-time-travel.ts'
import { WholeAnswers } from '../markdown/use-far-sections.ts'
import { useListPlace } from '../scrolling/use-list-place.ts'
import type { StartAt } from '../scrolling/use-scroll-place.ts'
import { offeredReplies } from '../session/offered-replies.ts'
import { QueuedRuns } from './queued-runs.tsx'
import { QuickReplies } from './quick-replies.tsx'
import { OpeningFailed, ThreadRest } from './thread-rest.tsx'
import { type AnswerProps, Live, TurnList, useAnswers, WordlessAnswer } from './turn-list.tsx'
import { Searched, type SearchedPlace } from './use-fold.ts'

// Most threads have none.
const Beyond = lazyPart(() => import('./notes/beyond.tsx').then((code) => code.Beyond))
const EarlierRuns = lazyPart(() => import('./earlier-runs.tsx').then((code) => code.EarlierRuns))
const SilentRun = lazyPart(() => import('./silent-run.tsx').then((code) => code.SilentRun))

type MessageListProps = AnswerProps & {
  emptyState?: ReactNode
  startAt?: StartAt | null | undefined
  /** Grows with each message of ours: the reader is taken to it. */
  sentCount: number
  isFinding: boolean
  onFindEnd: () => void
}

/** The conversation: scrolls, follows its end while the reader is there. */
export function MessageList(props: MessageListProps) {
  const { session, snapshot, emptyState, sentCount } = props
  const { conversation, run, records, opening, viewing } = snapshot
  const lastTurns = useRef<readonly Turn[]>([])
  const turns = useMemo(() => {
    lastTurns.current = buildTurns(conversation.messages, lastTurns.current)
    return lastTurns.current
  }, [conversation.messages])
  const answers = useAnswers(props)
  const { marks, votes, runLink, isActive, goOn } = answers
  const branches = useBranches(session, snapshot)
  const place = useListPlace(snapshot, turns, sentCount, props.startAt ?? null)
  const { scroller, inner, hasNew, toBottom, showFound } = place
  const [searched, setSearched] = useState<SearchedPlace>(null)
  const onShow = useCallback(
    (found: FoundWords | null) => {
      setSearched({ within: found?.within ?? null })
      if (found) showFound(found.turn)
    },
    [showFound],
  )
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
                <TurnList {...props} {...{ turns, answers, branches, place }} />
              </Searched>
            </WholeAnswers>
          </div>
          {!viewing && (
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
          {turns.length === 0 && <WordlessAnswer {...props} answers={answers} />}
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
