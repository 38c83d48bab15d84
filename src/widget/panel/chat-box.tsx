import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { buildTurns } from '../../chat/conversation/turns.ts'
import { useFreshness } from '../../chat/view/use-freshness.ts'
import { useSession } from '../../chat/view/use-session.ts'
import { type Message, messageText } from '../../contract/agent-server/messages.ts'
import { isComposing } from '../../ui/keys/is-composing.ts'
import type { PanelHost } from '../panel-host.ts'
import { Composer, type TakenBack } from './composer.tsx'
import { ConversationView } from './conversation-view.tsx'
import type { Conversations } from './conversations.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { FilesContext } from './files/file-tools.ts'
import { type Files, useFiles } from './files/use-files.ts'
import { Header } from './header.tsx'
import { HistoryView } from './history-view.tsx'
import type { TakenFiles } from './messages/waiting-messages.tsx'
import { StatusRegion } from './status-region.tsx'
import type { Texts } from './texts/en.ts'
import { useDownload } from './use-download.tsx'

type ChatBoxProps = {
  host: PanelHost
  texts: Texts
  conversations: Conversations
  isOpen: boolean
}

/** The whole box: who answers, the conversation or the list of earlier ones, and where to write. */
export function ChatBox({ host, texts, conversations, isOpen }: ChatBoxProps) {
  const { session, serial, problem, needsConsent } = useSyncExternalStore(
    conversations.subscribe,
    conversations.getSnapshot,
  )
  const snapshot = useSession(session)
  useFreshness(session)
  const [hasHistory, setHasHistory] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [notice, setNotice] = useState('')
  const turns = useMemo(
    () => buildTurns(snapshot.conversation.messages),
    [snapshot.conversation.messages],
  )
  const saving = useDownload(host, texts, { session, snapshot, turns })
  const { config } = host
  const files = useFiles(host, config, texts)
  const { thread_id } = snapshot
  const tools = useMemo(
    () => ({ files: conversations.files, thread_id, config, texts }),
    [conversations, thread_id, config, texts],
  )
  const writing = useRef<HTMLTextAreaElement>(null)
  useFocusOnOpen(isOpen, host, writing)
  const { takenBack, takeBack } = useTakenBack(files, writing)
  const show = (thread_id: string | null) => {
    setHasHistory(false)
    saving.forget()
    conversations.show(thread_id)
    writing.current?.focus()
  }
  useFocusAfter(hasHistory, writing)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from wherever the focus is inside
    <div
      className="relative flex min-h-0 flex-1 flex-col"
      {...files.drop}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent))
          return
        if (isAsking) setIsAsking(false)
        else if (hasHistory) setHasHistory(false)
        else host.onClose?.()
        event.stopPropagation()
      }}
    >
      <Header
        host={host}
        texts={texts}
        isBusy={snapshot.run?.outcome === 'active'}
        hasHistory={hasHistory}
        onHistory={() => setHasHistory(!hasHistory)}
        onNew={() => show(null)}
        onDelete={() => setIsAsking(true)}
        onDownload={turns.length > 0 ? saving.start : undefined}
      />
      {isAsking && (
        <DeleteQuestion
          texts={texts}
          conversations={conversations}
          onClose={() => {
            setIsAsking(false)
            writing.current?.focus()
          }}
          onDeleted={() => {
            setIsAsking(false)
            setNotice(texts.deleted)
            writing.current?.focus()
          }}
        />
      )}
      {saving.notice}
      {hasHistory ? (
        <HistoryView
          language={host.language}
          texts={texts}
          conversations={conversations}
          onShow={show}
        />
      ) : (
        <FilesContext.Provider value={tools}>
          <ConversationView
            key={serial}
            host={host}
            texts={texts}
            conversations={conversations}
            session={session}
            snapshot={snapshot}
            problem={problem}
            needsConsent={needsConsent}
            onFocusLost={() => writing.current?.focus()}
            onTakenBack={takeBack}
          />
          <Composer
            ref={writing}
            host={host}
            texts={texts}
            conversations={conversations}
            session={session}
            snapshot={snapshot}
            files={files}
            takenBack={takenBack}
            mayWrite={needsConsent === false}
          />
        </FilesContext.Provider>
      )}
      {files.isOver && <DropHint words={texts.dropHere} />}
      {(notice !== '' || snapshot.isLost) && turns.length === 0 && (
        <p role="status" className="px-4 pb-2 text-center text-ink-2 text-sm">
          {notice || texts.openFailed}
        </p>
      )}
      <StatusRegion texts={texts} snapshot={snapshot} />
    </div>
  )
}

function DropHint({ words }: { words: string }) {
  return (
    <p
      aria-hidden
      className="pointer-events-none absolute inset-2 grid place-items-center rounded-lg border-2 border-accent border-dashed bg-surface/90 font-semibold"
    >
      {words}
    </p>
  )
}

/** What a visitor takes back stands in the box again, with its files. */
function useTakenBack(files: Files, writing: React.RefObject<HTMLTextAreaElement | null>) {
  const [takenBack, setTakenBack] = useState<TakenBack | null>(null)
  const takeBack = ({ content }: Message, taken: TakenFiles) => {
    files.restore(taken.files, taken.problem)
    setTakenBack((last) => ({ serial: (last?.serial ?? 0) + 1, text: messageText(content) }))
    writing.current?.focus()
  }
  return { takenBack, takeBack }
}

/** The box is there anew once the list of conversations is left: it takes the focus, which was in the list. */
function useFocusAfter(
  hasHistory: boolean,
  writing: React.RefObject<HTMLTextAreaElement | null>,
): void {
  const had = useRef(hasHistory)
  useEffect(() => {
    if (had.current && !hasHistory) writing.current?.focus()
    had.current = hasHistory
  }, [hasHistory, writing])
}

/** A corner chat that opens takes the focus; one in the flow of a page leaves it where it is. */
function useFocusOnOpen(
  isOpen: boolean,
  host: PanelHost,
  writing: React.RefObject<HTMLTextAreaElement | null>,
): void {
  const isCorner = host.placement === 'right' || host.placement === 'left'
  useEffect(() => {
    if (isOpen && isCorner) writing.current?.focus()
  }, [isOpen, isCorner, writing])
}
