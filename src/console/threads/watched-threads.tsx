import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type ThreadStatus as Status, threadStatuses } from '../../contract/agent-server/threads.ts'
import { assistantsRead } from '../../contract/pages/assistant-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type Api, failsUnread, useApi } from '../api.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { LongListTable } from '../lists/long-list-table.tsx'
import { shownCount, useUrlFilters } from '../lists/url-filters.ts'
import { threadStatusWords } from '../objects/thread-status.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import { threadColumns } from './thread-columns.tsx'
import {
  matchingThreads,
  mergedThreads,
  olderThreadsQuery,
  threadListQuery,
  threadsInterval,
} from './thread-list.ts'

const pageSize = 25
/** So many are watched; what is behind them is read once. */
const mostWatched = 100
/** More are not kept in a page; filters narrow them. */
const mostShown = 10_000

const filters = [
  { name: 'text', label: 'Search threads' },
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'any', label: 'Any status' },
      ...threadStatuses.map((status) => ({ value: status, label: threadStatusWords(status) })),
    ],
  },
]

/** The threads of a deployment whose server does not search what was said: those that changed last, as far as was read. */
export function WatchedThreads({ deploymentId }: { deploymentId: string }) {
  const url = useUrlFilters()
  const { status, text, shown, count } = shownThreads(url.get)
  const { list, threads: read, hasMore, isReading } = useThreads(deploymentId, status, count)
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(text)
  const threads = useMemo(() => read && matchingThreads(read, wanted), [read, wanted])
  const { data: assistants } = useQuery(readQuery(useApi(), assistantsRead(deploymentId)))
  const columns = useMemo(() => {
    const named = (assistants ?? []).map((one) => [one.assistant_id, one.name || one.graph_id])
    return threadColumns({ deploymentId, names: new Map(named as [string, string][]) })
  }, [deploymentId, assistants])
  const newThread = (
    <Button acts variant="primary" render={<Link to={paths.newThread(deploymentId)} />}>
      New thread
    </Button>
  )
  return (
    <ListPage
      noun={['thread', 'threads']}
      url={url}
      filters={filters}
      searched="the title, last message or id"
      action={newThread}
      total={read?.length}
      shown={threads?.length ?? 0}
      count={threadCount(threads?.length ?? 0, read?.length ?? 0, hasMore)}
      read={list}
      isLive={threadsInterval(list.data) !== false}
      more={
        hasMore &&
        text.trim() === '' &&
        shown < mostShown && {
          isPending: isReading,
          onMore: () => url.set('show', String(2 * shown)),
        }
      }
      empty={
        <EmptyState
          title="No threads yet"
          icon={<MessageSquare aria-hidden size={24} strokeWidth={1.5} />}
          action={newThread}
        >
          A thread is one conversation with this deployment. It is made with the first message.
        </EmptyState>
      }
    >
      <LongListTable
        label="Threads"
        columns={columns}
        rows={threads ?? []}
        keyOf={({ thread_id }) => thread_id}
      />
    </ListPage>
  )
}

/** What the address asks for: a text is looked for in all threads. */
export function shownThreads(get: (name: string) => string | null) {
  const shown = shownCount(get('show'), pageSize, mostShown)
  const text = get('text') ?? ''
  return {
    status: threadStatuses.find((known) => known === get('status')),
    text,
    shown,
    count: text.trim() === '' ? shown : mostShown,
  }
}

/** The threads that changed last; one more than is shown tells whether there are more. */
export function watchedQuery(
  api: Api,
  deploymentId: string,
  status: Status | undefined,
  count: number,
) {
  return threadListQuery(api, deploymentId, { limit: Math.min(count, mostWatched) + 1, status })
}

/** The threads that changed last, watched, with those behind them as far as so many are wanted. */
function useThreads(deploymentId: string, status: Status | undefined, count: number) {
  const api = useApi()
  const list = useQuery({
    ...watchedQuery(api, deploymentId, status, count),
    placeholderData: keepPreviousData,
    ...failsUnread,
  })
  const isLong = count > mostWatched && (list.data?.length ?? 0) > mostWatched
  const older = useInfiniteQuery({
    ...olderThreadsQuery(api, deploymentId, { offset: mostWatched, status }),
    enabled: isLong,
  })
  const all = useMemo(
    () =>
      list.data && isLong && older.data
        ? mergedThreads(list.data, older.data.pages.flat())
        : list.data,
    [list.data, isLong, older.data],
  )
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = older
  const isShort = isLong && (all?.length ?? 0) < count
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isShort, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const threads = useMemo(() => all?.slice(0, count), [all, count])
  return {
    list,
    threads,
    hasMore: (all?.length ?? 0) > count || (isLong && hasNextPage),
    isReading: list.isPlaceholderData || (isLong && isFetching),
  }
}

function threadCount(shown: number, read: number, hasMore: boolean): string {
  const all = hasMore
    ? `the ${read} threads that changed last`
    : `${read} ${read === 1 ? 'thread' : 'threads'}`
  return shown < read ? `${shown} of ${all}` : all
}
