import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../chat/view/use-session.ts'
import type { PanelHost } from '../panel-host.ts'
import { Composer } from './composer.tsx'
import { ConversationView } from './conversation-view.tsx'
import type { Conversations } from './conversations.ts'
import { Header } from './header.tsx'
import { HistoryView } from './history-view.tsx'
import { StatusRegion } from './status-region.tsx'
import type { Texts } from './texts/texts.ts'

type ChatBoxProps = {
  host: PanelHost
  texts: Texts
  conversations: Conversations
  isOpen: boolean
}

/** The whole box: who answers, the conversation or the list of earlier ones, and where to write. */
export function ChatBox({ host, texts, conversations, isOpen }: ChatBoxProps) {
  const { session, serial, problem } = useSyncExternalStore(
    conversations.subscribe,
    conversations.getSnapshot,
  )
  const snapshot = useSession(session)
  const [hasHistory, setHasHistory] = useState(false)
  const writing = useRef<HTMLTextAreaElement>(null)
  useFocusOnOpen(isOpen, host, writing)
  const show = (thread_id: string | null) => {
    setHasHistory(false)
    conversations.show(thread_id)
    writing.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from wherever the focus is inside
    <div
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        if (hasHistory) setHasHistory(false)
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
      />
      {hasHistory ? (
        <HistoryView
          language={host.language}
          texts={texts}
          conversations={conversations}
          onShow={show}
        />
      ) : (
        <>
          <ConversationView
            key={serial}
            host={host}
            texts={texts}
            conversations={conversations}
            session={session}
            snapshot={snapshot}
            problem={problem}
          />
          <Composer
            ref={writing}
            host={host}
            texts={texts}
            conversations={conversations}
            session={session}
            snapshot={snapshot}
          />
        </>
      )}
      <StatusRegion texts={texts} snapshot={snapshot} />
    </div>
  )
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
