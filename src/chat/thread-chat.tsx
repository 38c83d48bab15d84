import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { BreakpointsInUse } from './breakpoints/breakpoint-chips.tsx'
import { noBreakpoints } from './breakpoints/breakpoints.ts'
import { Composer, type ComposerHandle } from './composer/composer.tsx'
import type { RunChoices } from './composer/composer-choices.tsx'
import type { Waiting } from './composer/composer-hints.tsx'
import { useKeptChoices } from './composer/use-kept-choices.ts'
import { loadMarkFound } from './find/load-mark-found.ts'
import { runLastTurnAgain } from './history/run-last-turn-again.ts'
import { isAtBreak } from './is-at-break.ts'
import { useWarmUp } from './markdown/use-warm-up.ts'
import type { StartAt } from './scrolling/use-scroll-place.ts'
import type {
  RunSession,
  SessionSnapshot,
  SubmitOptions,
  SubmitResult,
  Work,
} from './session/session-types.ts'
import { useLinkedBranch } from './use-linked-branch.ts'
import { LostNote } from './view/lost-note.tsx'
import { MessageList } from './view/message-list.tsx'
import { StatusRegion } from './view/status-region.tsx'
import type { AroundAnswers } from './view/turn-view.tsx'
import { useFocusKept } from './view/use-focus-kept.ts'
import { useFreshness } from './view/use-freshness.ts'
import { useSession } from './view/use-session.ts'

// Most look at the newest.
const ViewingNote = lazyPart(() =>
  import('./view/viewing-note.tsx').then((code) => code.ViewingNote),
)

/** What a note above the composer can do. */
interface NoteActs {
  runAgain: () => Promise<void>
  /** What kept the last message from being sent is over. */
  forgetProblem: () => void
}

type ThreadChatProps = {
  session: RunSession
  /** The first is the default; none while they are not known. */
  assistants: readonly { assistant_id: string; name: string }[]
  /** The assistant that this thread was talked to with. */
  defaultAssistantId?: string
  /** What is written in a thread without an id is kept under it. */
  newDraftKey?: string
  /** Stands in place of an empty conversation with an assistant; `suggest` puts a text into the box. */
  emptyState?: (assistant_id: string, suggest: (text: string) => void) => ReactNode
  /** Where a run's id leads; absent: plain text. */
  runHref?: (run_id: string) => string
  /** Follows such a link without loading the page. */
  onNavigate?: (href: string) => void
  /** The message, or the run, to begin at. */
  startAt?: StartAt | null
  /** The address of a message, whole; absent: none can be linked to. */
  messageHref?: (message_id: string) => string
  /** Where runs pause, kept by the page; absent: nowhere. */
  breakpoints?: BreakpointsInUse
  /** Told who is chosen for the next message, always the same function. */
  onChosen?: (assistant_id: string) => void
  /** Stands above the composer. */
  note?: (acts: NoteActs) => ReactNode
  /** What the page offers under each answer. */
  around?: AroundAnswers
  /** Called when what was said is drawn for the first time; what it returns, when the chat goes away. */
  onDrawn?: () => () => void
}

/** A thread as a conversation with its composer. Fills its parent; the page opens and closes the session. */
export function ThreadChat(props: ThreadChatProps) {
  const { session, assistants, defaultAssistantId, emptyState, runHref, onNavigate, onDrawn } =
    props
  const snapshot = useOpenedInSteps(useSession(session))
  const draftKey = snapshot.thread_id ?? props.newDraftKey ?? 'new'
  const { chosen, offered, choose } = useKeptChoices(draftKey, assistants)
  const [problem, setProblem] = useState<Error | null>(null)
  const forgetProblem = useCallback(() => setProblem(null), [])
  const [sentCount, setSentCount] = useState(0)
  const preferred = [snapshot.run?.assistant_id, defaultAssistantId].find((id) =>
    assistants.some((item) => item.assistant_id === id),
  )
  const usual = preferred ?? assistants[0]?.assistant_id ?? ''
  const choices: RunChoices = useMemo(
    () => ({
      assistant_id: usual,
      strategy: 'enqueue',
      onLeave: 'continue',
      config: {},
      ...chosen,
      // It was chosen before it was known that nothing is rolled back here.
      ...(session.rollbackRefusal && chosen.strategy === 'rollback' && { strategy: 'enqueue' }),
    }),
    [usual, chosen, session.rollbackRefusal],
  )
  const retryAs = useMemo(
    () => ({ assistant_id: choices.assistant_id, assistants: offered }),
    [choices.assistant_id, offered],
  )
  const [isFinding, setIsFinding] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const composer = useRef<ComposerHandle>(null)
  useFocusKept(root)
  useFreshness(session)
  const startAt = useLinkedBranch(session, props.startAt)
  const isOpen = snapshot.opening === 'open'
  useEffect(() => (isOpen ? onDrawn?.() : undefined), [isOpen, onDrawn])
  const { onChosen } = props
  useEffect(() => onChosen?.(choices.assistant_id), [onChosen, choices.assistant_id])
  useWarmUp(loadMarkFound)

  const { breakpoints } = props.breakpoints ?? {}
  const latest = useRef({ choices, breakpoints })
  latest.current = { choices, breakpoints }
  const start = useCallback(
    async (work: Work, options: Partial<SubmitOptions> = {}): Promise<SubmitResult> => {
      const { choices, breakpoints = noBreakpoints } = latest.current
      const { strategy, onLeave, config } = choices
      // What goes on where a run left off needs the graph of that run, whatever is chosen for new ones.
      const goesOn = 'command' in work || ('input' in work && work.input === null)
      const paused = goesOn ? session.getSnapshot().run?.assistant_id : null
      const assistant_id = paused ?? choices.assistant_id
      setProblem(null)
      setSentCount((count) => count + 1)
      const result = await session.submit(work, {
        assistant_id,
        multitaskStrategy: strategy,
        onDisconnect: onLeave,
        config,
        breakpoints,
        ...options,
      })
      if (!result.ok) setProblem(result.error)
      return result
    },
    [session],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole conversation
    <div
      ref={root}
      className="flex h-full min-h-0 min-w-0 flex-col bg-surface text-ink text-md"
      onKeyDown={(event) => {
        const isFind = (event.ctrlKey || event.metaKey) && event.key === 'f'
        // A second press is for the browser's own search.
        if (!isFind || isFinding) return
        event.preventDefault()
        setIsFinding(true)
      }}
    >
      <MessageList
        session={session}
        snapshot={snapshot}
        emptyState={emptyState?.(choices.assistant_id, (text) => composer.current?.suggest(text))}
        runHref={runHref}
        onNavigate={onNavigate}
        startAt={startAt}
        messageHref={props.messageHref}
        around={props.around}
        onRun={start}
        sentCount={sentCount}
        retryAs={retryAs}
        isFinding={isFinding}
        onFindEnd={() => setIsFinding(false)}
      />
      <LostNote snapshot={snapshot} />
      {snapshot.viewing && <ViewingNote session={session} viewing={snapshot.viewing} />}
      {props.note?.({ runAgain: () => runLastTurnAgain(session, start), forgetProblem })}
      <Composer
        session={session}
        draftKey={draftKey}
        assistants={offered}
        choices={choices}
        onChoose={choose}
        problem={problem}
        waits={waitsWith(snapshot)}
        onSend={start}
        breakpoints={props.breakpoints}
        handle={composer}
      />
      <StatusRegion snapshot={snapshot} />
    </div>
  )
}

/** What a message in place of an answer would leave behind. */
function waitsWith({ run, conversation }: SessionSnapshot): Waiting | null {
  if (run?.outcome === 'active') return null
  if (conversation.interrupts.length > 0) return 'question'
  return isAtBreak({ run, conversation }) ? 'break' : null
}

/**
 * The first messages, which may be many, are drawn beside the page's other work and not before it. Not while an
 * answer streams: its pieces would come between again and again.
 */
function useOpenedInSteps(now: SessionSnapshot): SessionSnapshot {
  const isEmpty = now.conversation.messages.length === 0
  const wasEmpty = useDeferredValue(isEmpty)
  const before = useRef(now)
  const isFirst = wasEmpty && !isEmpty && now.run?.outcome !== 'active'
  if (!isFirst) before.current = now
  return before.current
}
