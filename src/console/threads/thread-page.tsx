import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { threadPage, threadRead } from '../../contract/pages/thread-pages.ts'
import { cx } from '../../ui/cx.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useApi } from '../api.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { readQuery } from '../reads.ts'
import { besideInspector, pageGrid } from '../shell/new-thread/page-grid.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { assistantsQuery, Conversation } from './conversation.tsx'
import { useInspectorSize } from './inspector/inspector-size.ts'
import { ThreadSidebar } from './thread-sidebar.tsx'

export const handle = {
  useTitle: () => {
    const threadId = useThreadId()
    const { data, error } = useQuery({
      ...readQuery(useApi(), threadRead(useParam('deploymentId'), threadId ?? '')),
      enabled: threadId !== null,
    })
    if (threadId === null) return 'New thread'
    if (data) return threadTitle(data)
    return error ? `Thread ${shortId(threadId)}` : null
  },
  section: 'threads',
  layout: 'fill',
  firstReads: threadPage,
  // Not waited for: a new thread's first message can be begun without them.
  readAhead: async (client, api, { deploymentId = '', threadId = 'new' }) => {
    if (threadId === 'new') void client.prefetchQuery(assistantsQuery(api.agent(deploymentId)))
  },
  // A new thread keeps its session when it gets its id; see conversationKey.
  keeps: ({ deploymentId }) => `threads of ${deploymentId}`,
} satisfies PageHandle

/** A thread as a conversation: its neighbours at the left, what its run does at the right. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const threadId = useThreadId()
  const conversation = conversationKey(useLocation(), threadId)
  // As `lg`.
  const hasRoom = useMedia('(min-width: 64rem)')
  const inspector = useInspectorSize()
  return (
    <div
      style={{ '--inspector': `${inspector.width}px` } as CSSProperties}
      className={cx(
        pageGrid,
        inspector.isFull ? 'xl:grid-cols-[236px_0_minmax(0,1fr)]' : besideInspector,
      )}
    >
      <div className="hidden min-h-0 border-r bg-bg lg:block print:hidden">
        {hasRoom && <ThreadSidebar deploymentId={deploymentId} threadId={threadId} />}
      </div>
      <Conversation
        key={conversation}
        deploymentId={deploymentId}
        threadId={threadId}
        conversation={conversation}
        inspectorSize={inspector}
      />
    </div>
  )
}

/** The thread of the address; null for a new one, which gets its id with the first message. */
function useThreadId(): string | null {
  const { threadId } = useParams()
  return !threadId || threadId === 'new' ? null : threadId
}

/**
 * Which conversation is shown. A new thread keeps its session when it gets its id: the address that
 * follows says in its state which entry it continues.
 */
function conversationKey(location: { key: string; state: unknown }, threadId: string | null) {
  const continued = (location.state as { continues?: string } | null)?.continues
  return continued ?? threadId ?? location.key
}
