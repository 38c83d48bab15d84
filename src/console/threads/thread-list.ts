import { infiniteQueryOptions } from '@tanstack/react-query'
import { runInterval } from '../../client/run-polling.ts'
import {
  searchThreads,
  type Thread,
  type ThreadStatus,
} from '../../contract/agent-server/threads.ts'
import type { EndpointOutput } from '../../contract/endpoint.ts'
import { now } from '../../ui/format/now.ts'
import { type Api, query, queryKey } from '../api.tsx'
import { remembered } from '../objects/remembered.ts'
import { listedThreads, searchListedThreads } from '../objects/search-threads.ts'
import { threadTitle } from '../objects/thread-title.ts'

type Threads = EndpointOutput<typeof searchThreads>

/**
 * The threads of a deployment that changed last, without their values: a list shows the summary only.
 * Read again while one of them is busy; a settled list rests until somebody acts or comes back to the tab.
 */
export function threadListQuery(
  api: Api,
  deploymentId: string,
  options: { limit: number; status?: ThreadStatus | undefined },
) {
  const agent = api.agent(deploymentId)
  const search = searchOf(options)
  return {
    ...query(agent, searchThreads, { body: listedThreads(search) }),
    queryFn: ({ signal }: { signal: AbortSignal }) => searchListedThreads(agent, search, signal),
    refetchInterval: (of: { state: { data?: Threads | undefined } }) =>
      threadsInterval(of.state.data),
  }
}

function searchOf(options: { limit: number; offset?: number; status?: ThreadStatus | undefined }) {
  const { limit, offset, status } = options
  return {
    limit,
    ...(offset && { offset }),
    ...(status && { status }),
    sort_by: 'updated_at' as const,
    sort_order: 'desc' as const,
  }
}

/** The most that a server gives at once. */
const olderPage = 1_000

/**
 * The threads behind the first `offset` ones, in pages. They are not read again by themselves: a thread that
 * changes goes to the beginning, which `threadListQuery` watches.
 */
export function olderThreadsQuery(
  api: Api,
  deploymentId: string,
  options: { offset: number; status?: ThreadStatus | undefined },
) {
  const agent = api.agent(deploymentId)
  return infiniteQueryOptions({
    queryKey: [...queryKey(agent, searchThreads), 'older', options],
    queryFn: ({ pageParam, signal }) => {
      const search = searchOf({ ...options, limit: olderPage, offset: pageParam })
      return searchListedThreads(agent, search, signal)
    },
    initialPageParam: options.offset,
    getNextPageParam: (last, pages) =>
      last.length < olderPage ? undefined : options.offset + pages.length * olderPage,
    // There may be ten thousand, and only those on the screen are drawn.
    structuralSharing: false,
  })
}

/** Two lists of threads as one, each thread once: what the first one says counts. */
export function mergedThreads(newest: Threads, older: Threads): Threads {
  const known = new Set(newest.map(({ thread_id }) => thread_id))
  return [...newest, ...older.filter(({ thread_id }) => !known.has(thread_id))]
}

/** The threads whose title, last message or id holds a text, in whatever case. */
export function matchingThreads(threads: Threads, text: string): Threads {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return threads
  return threads.filter((thread) => wordsOf(thread).includes(wanted))
}

// Made once for each: with ten thousand of them, typing must not wait for it.
const wordsOf = remembered<Thread>((thread) =>
  [threadTitle(thread), thread.summary?.last_message, thread.thread_id].join('\n').toLowerCase(),
)

/** When to read threads again: as often as the one that became busy last asks for, never while none is. */
export function threadsInterval(threads: Threads | undefined): number | false {
  const changes = (threads ?? [])
    .filter((thread) => thread.status === 'busy')
    .map((thread) => Date.parse(thread.updated_at))
  if (changes.length === 0) return false
  return runInterval({ status: 'running' }, now() - Math.max(...changes))
}
