import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { type ThreadStatus as Status, threadStatuses } from '../../contract/agent-server/threads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { type Api, useApi } from '../api.tsx'
import { LastChecked } from '../lists/last-checked.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { shownCount, useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { threadStatusWords } from '../objects/thread-status.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import {
  matchingThreads,
  mergedThreads,
  olderThreadsQuery,
  threadListQuery,
  threadsInterval,
} from './thread-list.ts'
import { ThreadTable } from './thread-table.tsx'

const pageSize = 25
/** So many are watched; what is behind them is read once. */
const mostWatched = 100
/** More are not kept in a page; filters narrow them. */
const mostShown = 10_000

export const handle = {
  useTitle: () => 'Threads',
  to: (params) => paths.deploymentThreads(params.deploymentId ?? ''),
  section: 'threads',
  readAhead: (client, api, { deploymentId = '' }, address) => {
    const { status, count } = shownThreads((name) => address.get(name))
    return client.prefetchQuery(watchedQuery(api, deploymentId, status, count))
  },
} satisfies PageHandle

const filters: { value: Status | 'any'; label: string }[] = [
  { value: 'any', label: 'Any status' },
  ...threadStatuses.map((status) => ({ value: status, label: threadStatusWords(status) })),
]

/** The threads of a deployment, the last changed first; the filter and how many are shown are in the URL. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const filter = useUrlFilters()
  const { status, text, shown, count } = shownThreads(filter.get)
  const { list, threads: read, hasMore, isReading } = useThreads(deploymentId, status, count)
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(text)
  const threads = useMemo(() => read && matchingThreads(read, wanted), [read, wanted])
  const newThread = (
    <Button acts variant="primary" render={<Link to={paths.newThread(deploymentId)} />}>
      New thread
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <UrlSearch url={filter} name="text" label="Search threads" />
        <UrlChoice url={filter} name="status" label="Status" options={filters} />
        {newThread}
      </div>
      <Card>
        {!threads ? (
          <div className="px-4">
            <Skeleton label="Loading threads" lines={6} />
          </div>
        ) : threads.length === 0 ? (
          <NoThreads
            status={status}
            text={read?.length === 0 ? '' : wanted}
            newThread={newThread}
            onClear={() => filter.setAll({ status: null, text: null })}
          />
        ) : (
          <ThreadTable threads={threads} deploymentId={deploymentId} />
        )}
      </Card>
      {read && threads && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
          <p>{countText(threads.length, read.length, hasMore)}</p>
          <LastChecked
            at={list.dataUpdatedAt}
            isLive={threadsInterval(list.data) !== false}
            isChecking={list.isFetching}
            hasFailed={list.isRefetchError}
            onCheck={() => void list.refetch()}
          />
          {hasMore && text.trim() === '' && shown < mostShown && (
            <Button
              size="sm"
              isPending={isReading}
              onClick={() => filter.set('show', String(2 * shown))}
            >
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** What the address asks for: a text is looked for in all threads. */
function shownThreads(get: (name: string) => string | null) {
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
function watchedQuery(api: Api, deploymentId: string, status: Status | undefined, count: number) {
  return threadListQuery(api, deploymentId, { limit: Math.min(count, mostWatched) + 1, status })
}

/** The threads that changed last, watched, with those behind them as far as so many are wanted. */
function useThreads(deploymentId: string, status: Status | undefined, count: number) {
  const api = useApi()
  const list = useQuery({
    ...watchedQuery(api, deploymentId, status, count),
    placeholderData: keepPreviousData,
    throwOnError: (_error, read) => read.state.data === undefined,
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

function countText(shown: number, read: number, hasMore: boolean): string {
  const all = hasMore
    ? `the ${read} threads that changed last`
    : `${read} ${read === 1 ? 'thread' : 'threads'}`
  return shown < read ? `${shown} of ${all}` : all
}

function NoThreads(props: {
  status: Status | undefined
  text: string
  newThread: ReactNode
  onClear: () => void
}) {
  const icon = <MessageSquare aria-hidden size={24} strokeWidth={1.5} />
  if (props.text.trim() !== '') {
    return (
      <EmptyState
        title={`No thread holds “${props.text.trim()}”`}
        icon={icon}
        action={<Button onClick={props.onClear}>Clear the filters</Button>}
      >
        Titles, last messages and ids are searched.
      </EmptyState>
    )
  }
  if (props.status) {
    return (
      <EmptyState
        title={`No thread is “${threadStatusWords(props.status)}”`}
        icon={icon}
        action={<Button onClick={props.onClear}>Show any status</Button>}
      />
    )
  }
  return (
    <EmptyState title="No threads yet" icon={icon} action={props.newThread}>
      A thread is one conversation with this deployment. It is made with the first message.
    </EmptyState>
  )
}
