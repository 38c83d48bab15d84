import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useApi } from '../api.tsx'
import { walkRows } from '../lists/walk-rows.ts'
import { useWithoutDeleted } from '../objects/deletions.ts'
import { plainLine } from '../objects/plain-line.ts'
import { threadOrigin } from '../objects/thread-origin.ts'
import { ThreadStatus } from '../objects/thread-status.tsx'
import { threadTitle } from '../objects/thread-title.ts'
import { paths } from '../paths.ts'
import { ThreadMenu } from './menu/thread-menu.tsx'
import { threadListQuery } from './thread-list.ts'

const mostShown = 50

type ThreadSidebarProps = {
  deploymentId: string
  /** The thread that is open; null for one that is yet to be made. */
  threadId: string | null
  /** A link was followed. With it the list stands in a drawer that has the title. */
  onNavigate?: () => void
}

/** The deployment's latest threads, beside the one that is open. */
export function ThreadSidebar({ deploymentId, threadId, onNavigate }: ThreadSidebarProps) {
  const { data, error } = useQuery(threadListQuery(useApi(), deploymentId, { limit: mostShown }))
  const threads = useWithoutDeleted(data)
  const all = paths.deploymentThreads(deploymentId)
  return (
    <nav aria-label="Threads" className="h-full overflow-y-auto p-2.5">
      <div className="flex items-center gap-2 px-1 pt-0.5 pb-2.5">
        <Link
          to={all}
          onClick={onNavigate}
          className="grow rounded-sm font-semibold hover:underline"
        >
          {onNavigate ? 'All threads' : 'Threads'}
        </Link>
        <Button
          acts
          size="sm"
          render={<Link to={paths.newThread(deploymentId)} onClick={onNavigate} />}
        >
          New
        </Button>
      </div>
      {threads ? (
        <ul onKeyDown={walkRows('li')}>
          {threads.map((thread) => (
            <Entry
              key={thread.thread_id}
              thread={thread}
              deploymentId={deploymentId}
              isOpen={thread.thread_id === threadId}
              onNavigate={onNavigate}
            />
          ))}
        </ul>
      ) : error ? (
        <p className="px-3 py-2 text-ink-2 text-sm">{error.message}</p>
      ) : (
        <div className="px-3">
          <Skeleton label="Loading threads" lines={5} />
        </div>
      )}
      {data?.length === mostShown && (
        <p className="px-3 py-2">
          <Link to={all} onClick={onNavigate} className="rounded-sm text-accent hover:underline">
            All threads
          </Link>
        </p>
      )}
    </nav>
  )
}

type EntryProps = {
  thread: Thread
  deploymentId: string
  isOpen: boolean
  onNavigate: (() => void) | undefined
}

function Entry({ thread, deploymentId, isOpen, onNavigate }: EntryProps) {
  const navigate = useNavigate()
  const title = threadTitle(thread)
  const origin = threadOrigin(thread)
  const preview = plainLine(thread.summary?.last_message ?? '')
  return (
    <li className="group/entry relative">
      <Link
        to={paths.thread(deploymentId, thread.thread_id)}
        onClick={onNavigate}
        aria-current={isOpen ? 'page' : undefined}
        title={title}
        className={cx(
          'flex flex-col gap-0.5 rounded-md px-3 py-[9px] text-ink no-underline transition-colors',
          isOpen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-center gap-2">
          <span className={cx('line-clamp-2 min-w-0 grow break-words', isOpen && 'font-semibold')}>
            {title}
          </span>
          <span className="flex-none text-ink-2 text-xs">
            {thread.status === 'idle' ? (
              <RelativeTime value={thread.updated_at} />
            ) : (
              <ThreadStatus thread={thread} isCompact />
            )}
          </span>
        </span>
        {(preview || origin) && (
          <span className="truncate text-ink-2 text-sm">
            {origin && <span className="text-ink-3">{preview ? `${origin} · ` : origin}</span>}
            {preview}
          </span>
        )}
      </Link>
      <span
        className={cx(
          'absolute right-1.5 bottom-1.5 rounded-control opacity-0 transition-opacity focus-within:opacity-100 group-hover/entry:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:hidden',
          isOpen ? 'bg-accent-soft' : 'bg-sunken',
        )}
      >
        <ThreadMenu
          thread={thread}
          deploymentId={deploymentId}
          onDeleted={() => isOpen && navigate(paths.deploymentThreads(deploymentId))}
        />
      </span>
    </li>
  )
}
