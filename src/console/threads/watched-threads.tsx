import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { type ThreadStatus as Status, threadStatuses } from '../../contract/agent-server/threads.ts'
import { type Api, failsUnread, useApi } from '../api.tsx'
import { shownCount, useUrlFilters } from '../lists/url-filters.ts'
import { useWithoutDeleted } from '../objects/deletions.ts'
import { threadStatusWords } from '../objects/thread-status.tsx'
import {
  matchingThreads,
  mergedThreads,
  olderThreadsQuery,
  threadListQuery,
  threadsInterval,
} from './thread-list.ts'
import { ThreadListPage } from './thread-list-page.tsx'

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
  const { list, threads: known, hasMore, isReading } = useThreads(deploymentId, status, count)
  const read = useWithoutDeleted(known)
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(text)
  const threads = useMemo(() => read && matchingThreads(read, wanted), [read, wanted])
  return (
    <ThreadListPage
      deploymentId={deploymentId}
      url={url}
      filters={filters}
      searched="the title, last message or id"
      threads={threads}
      total={read?.length}
      count={threadCount(threads?.length ?? 0, read?.length ?? 0, hasMore)}
      read={list}
      everyMs={threadsInterval(list.data)}
      more={
        hasMore &&
        text.trim() === '' &&
        shown < mostShown && {
          isPending: isReading,
          onMore: () => url.set('show', String(2 * shown)),
        }
      }
    />
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
