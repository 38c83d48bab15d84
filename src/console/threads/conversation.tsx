import { useQuery } from '@tanstack/react-query'
import { List, PanelRight } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Link, useHref, useNavigate, useSearchParams } from 'react-router-dom'
import { useBreakpoints } from '../../chat/breakpoints/use-breakpoints.ts'
import { Suggestions } from '../../chat/composer/suggestions.tsx'
import type { StartAt } from '../../chat/scrolling/use-scroll-place.ts'
import { ThreadChat } from '../../chat/thread-chat.tsx'
import type { Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { type Assistant, searchAssistants } from '../../contract/agent-server/assistants.ts'
import { type Offer, offerOf } from '../../contract/agent-server/suggestions.ts'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { threadRead } from '../../contract/pages/thread-pages.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { afterPaint } from '../../ui/page/after-paint.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { mediaHolds, useMedia } from '../../ui/use-media.ts'
import { query, useApi } from '../api.tsx'
import { ThreadKeeping } from '../objects/thread-keeping.tsx'
import { ThreadStatus } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import { PageSkeleton } from '../shell/page/page-skeleton.tsx'
import { useLastFailure } from '../use-last-failure.ts'
import { FolderNote } from './folder-note.tsx'
import { InspectorEdge } from './inspector/inspector-edge.tsx'
import type { InspectorSize } from './inspector/inspector-size.ts'
import { useInspectorTab } from './inspector/use-inspector-tab.ts'
import { ThreadMenu } from './menu/thread-menu.tsx'
import { newDraftKey } from './new-draft-key.ts'
import { OutageNote } from './outage-note.tsx'
import { ThreadSidebar } from './thread-sidebar.tsx'
import { useAroundAnswers } from './use-around-answers.tsx'
import { useNewsOfThread } from './use-news-of-thread.ts'
import { useRunLinks } from './use-run-links.ts'
import { useThreadSession } from './use-thread-session.ts'

type ConversationProps = {
  deploymentId: string
  /** Null for a thread that is made with its first message. */
  threadId: string | null
  /** What the page tells it by, also when its address changes. */
  conversation: string
  /** Of the inspector, where it stands beside the conversation. */
  inspectorSize: InspectorSize
}

/** Whom a message can be sent to. */
export function assistantsQuery(agent: Transport) {
  return query(agent, searchAssistants, { body: { limit: 100 } })
}

/** One can begin to write a new thread's first message before it is known who there is to answer. */
const notKnown: AssistantName[] = []

/** A thread's conversation with what its run does, or why there can be none. */
export function Conversation(props: ConversationProps) {
  const { deploymentId, threadId } = props
  const api = useApi()
  const agent = api.agent(deploymentId)
  const read = useQuery({
    ...readQuery(api, threadRead(deploymentId, threadId ?? '')),
    enabled: threadId !== null,
    throwOnError: (cause, { state }) => state.data === undefined && !isNotFound(cause),
  })
  const thread = read.data
  const failure = useLastFailure(read, threadId ?? '')
  const [isOnScreen, setIsOnScreen] = useState(false)
  const onDrawn = useCallback(() => afterPaint(() => setIsOnScreen(true)), [])
  const known = knownAssistants(thread)
  const { data: assistants = known } = useQuery({
    ...assistantsQuery(agent),
    enabled: !known || isOnScreen,
    throwOnError: !known,
  })
  const isGone = failure !== null && isNotFound(failure)
  if (isGone && !thread) {
    const reason = failure.message
    return <NoThread deploymentId={deploymentId} threadId={threadId ?? ''} reason={reason} />
  }
  if (!assistants && threadId !== null) return <PageSkeleton />
  if (assistants?.length === 0) return <NothingServes deploymentId={deploymentId} />
  return (
    <Talk
      {...props}
      thread={thread}
      isGone={isGone}
      isOnScreen={isOnScreen}
      assistants={assistants ?? notKnown}
      onDrawn={onDrawn}
    />
  )
}

/**
 * Whom a thread was talked to with last, as the thread itself tells it: enough to read it and to go on, until all
 * assistants are known. Those that a graph comes with have its name.
 */
function knownAssistants(thread: Thread | undefined): AssistantName[] | undefined {
  const { assistant_id, graph_id } = thread?.metadata ?? {}
  if (typeof assistant_id !== 'string' || typeof graph_id !== 'string') return undefined
  return [{ assistant_id, graph_id }]
}

function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

const NoThread = lazyPart(() => import('./no-thread.tsx').then((code) => code.NoThread))
const Drawer = lazyPart(() => import('./drawer.tsx').then((code) => code.Drawer))
const loadInspector = () =>
  import('./inspector/thread-inspector.tsx').then((code) => code.ThreadInspector)
const ThreadInspector = lazyPart(
  loadInspector,
  <div className="px-4 py-3.5">
    <Skeleton label="Loading the inspector" />
  </div>,
)

/** As `xl`. */
const roomForInspector = '(min-width: 80rem)'
// Where it is seen from the start its code comes beside that of the page, but for a new thread, in which one begins to
// write and nothing has run. What failed is asked for again, and told.
if (mediaHolds(roomForInspector) && !location.pathname.endsWith('/threads/new')) {
  loadInspector().catch(() => undefined)
}

type AssistantName = Pick<
  Assistant,
  'assistant_id' | 'graph_id' | 'name' | 'description' | 'metadata'
>

type TalkProps = ConversationProps & {
  thread: Thread | undefined
  /** It was read once, and is not there any more. */
  isGone: boolean
  /** The conversation was painted. */
  isOnScreen: boolean
  assistants: readonly AssistantName[]
  /** What was said is drawn; returns what calls off what follows. */
  onDrawn: () => () => void
}

function Talk(props: TalkProps) {
  const { deploymentId, threadId, conversation, thread, assistants, isOnScreen, onDrawn } = props
  const session = useThreadSession(deploymentId, threadId, conversation)
  useNewsOfThread(session, thread, props.isGone)
  const inspectorTab = useInspectorTab(conversation)
  const pausing = useBreakpoints(threadId)
  const [drawer, setDrawer] = useState<TalkDrawer | null>(null)
  const close = () => setDrawer(null)
  const hasRoom = useMedia(roomForInspector)
  const { isFull } = props.inspectorSize
  const offers = new Map(
    assistants.map((assistant) => [assistant.assistant_id, offerOf(assistant)]),
  )
  const choices = assistants.map(({ assistant_id, graph_id, name }) => ({
    assistant_id,
    name: name ?? graph_id,
  }))
  const [chosen, setChosen] = useState('')
  const isChosen = ({ assistant_id }: (typeof choices)[number]) => Number(assistant_id === chosen)
  // Also when the thread is deleted: what is typed was meant for it.
  const lastPreferred = useRef<unknown>(undefined)
  lastPreferred.current = thread?.metadata?.assistant_id ?? lastPreferred.current
  const preferred = lastPreferred.current
  const runLinks = useRunLinks(deploymentId, session)
  const [startAt] = useState(startOf(useSearchParams()[0]))
  const here = useHref(paths.thread(deploymentId, threadId ?? 'new'))
  const messageHref = useCallback(
    (id: string) => new URL(`${here}?${new URLSearchParams({ message: id })}`, location.href).href,
    [here],
  )
  const { around, windows } = useAroundAnswers(deploymentId, session)
  const inspector = (
    <ThreadInspector
      deploymentId={deploymentId}
      session={session}
      // Before anything has run, the graph of who is chosen is drawn.
      assistants={choices.toSorted((one, other) => isChosen(other) - isChosen(one))}
      {...runLinks}
      pausing={pausing}
      {...inspectorTab}
    />
  )
  return (
    <>
      <div
        // Kept, not taken away: what is typed stays.
        className={cx(
          'relative flex min-h-0 min-w-0 flex-col',
          isFull && 'xl:invisible print:visible',
        )}
      >
        <h1 className="sr-only print:not-sr-only print:mx-auto print:w-full print:max-w-[740px] print:font-semibold print:text-xl">
          {thread ? threadTitle(thread) : 'New thread'}
        </h1>
        <TalkBar deploymentId={deploymentId} thread={thread} onOpen={setDrawer} />
        {thread && <ThreadKeeping thread={thread} />}
        <h2 className="sr-only">Conversation</h2>
        <div className="min-h-0 grow">
          <ThreadChat
            session={session}
            assistants={choices}
            newDraftKey={newDraftKey(deploymentId)}
            {...(typeof preferred === 'string' ? { defaultAssistantId: preferred } : {})}
            emptyState={(id, suggest) => (
              <Welcome offer={offers.get(id)} isNew={!thread} onChoose={suggest} />
            )}
            onDrawn={onDrawn}
            onChosen={setChosen}
            {...runLinks}
            startAt={startAt}
            messageHref={messageHref}
            breakpoints={pausing}
            note={({ runAgain, forgetProblem }) => (
              <>
                <OutageNote deploymentId={deploymentId} session={session} onBack={forgetProblem} />
                <FolderNote deploymentId={deploymentId} session={session} onRunAgain={runAgain} />
              </>
            )}
            around={around}
          />
        </div>
        {windows}
      </div>
      <aside
        aria-label="Inspector"
        className="relative hidden min-h-0 border-l bg-surface xl:block print:hidden"
      >
        <h2 className="sr-only">Inspector</h2>
        {hasRoom && (threadId !== null || isOnScreen) && (
          <>
            <InspectorEdge size={props.inspectorSize} />
            <div className="h-full overflow-y-auto">{inspector}</div>
          </>
        )}
      </aside>
      {drawer === 'threads' && (
        <Drawer side="left" title="Threads" onClose={close}>
          <ThreadSidebar deploymentId={deploymentId} threadId={threadId} onNavigate={close} />
        </Drawer>
      )}
      {drawer === 'inspector' && (
        <Drawer side="right" title="Inspector" onClose={close}>
          {inspector}
        </Drawer>
      )}
    </>
  )
}

type TalkDrawer = 'threads' | 'inspector'

type TalkBarProps = {
  deploymentId: string
  thread: Thread | undefined
  onOpen: (drawer: TalkDrawer) => void
}

/** What stands beside the conversation where there is room for it. */
function TalkBar({ deploymentId, thread, onOpen }: TalkBarProps) {
  const navigate = useNavigate()
  return (
    <div className="flex h-11 flex-none items-center gap-1 border-b px-2 xl:hidden print:hidden">
      <span className="lg:hidden">
        <Button variant="ghost" onClick={() => onOpen('threads')}>
          <List aria-hidden size={16} strokeWidth={1.8} />
          Threads
        </Button>
      </span>
      <span className="grow" />
      {thread && (
        <>
          <ThreadStatus thread={thread} isCompact />
          <span className="lg:hidden">
            <ThreadMenu
              thread={thread}
              deploymentId={deploymentId}
              onDeleted={() => navigate(paths.deploymentThreads(deploymentId))}
            />
          </span>
        </>
      )}
      <IconButton label="Show the inspector" onClick={() => onOpen('inspector')}>
        <PanelRight aria-hidden size={16} strokeWidth={1.8} />
      </IconButton>
    </div>
  )
}

/** What the address leads to. */
function startOf(address: URLSearchParams): StartAt | null {
  const [message, run] = [address.get('message'), address.get('run')]
  return message ? { message } : run ? { run } : null
}

type WelcomeProps = {
  /** What the assistant says of itself, where it is known. */
  offer: Offer | undefined
  /** There is no thread yet. */
  isNew: boolean
  onChoose: (text: string) => void
}

function Welcome({ offer, isNew, onChoose }: WelcomeProps) {
  return (
    <EmptyState
      title="Start a conversation"
      action={<Suggestions isCentered list={offer?.suggestions ?? []} onChoose={onChoose} />}
    >
      {offer?.about ||
        `${isNew ? 'The thread is made with the first message' : 'Nothing is said in this thread'}. Everything it does shows up here as it happens.`}
    </EmptyState>
  )
}

function NothingServes({ deploymentId }: { deploymentId: string }) {
  return (
    <div className="self-center">
      <h1 className="sr-only">Thread</h1>
      <EmptyState
        title="Nothing answers here yet"
        action={
          <Button render={<Link to={paths.deployment(deploymentId)} />}>See the deployment</Button>
        }
      >
        No revision of this deployment serves traffic. A conversation can start once one is
        deployed.
      </EmptyState>
      <FolderNote deploymentId={deploymentId} />
    </div>
  )
}
