import { queryOptions } from '@tanstack/react-query'
import { call, type Transport } from '../../client/api.ts'
import { isActive, listRuns, type Run } from '../../contract/agent-server/runs.ts'
import { getThread, type Thread } from '../../contract/agent-server/threads.ts'
import { queryKey } from '../api.tsx'
import { remembered } from '../objects/remembered.ts'
import { searchListedThreads } from '../objects/search-threads.ts'
import { threadTitle } from '../objects/thread-title.ts'
import { runsInterval } from './runs-interval.ts'

export const runsPerThread = 20
/** So many the interface gives at once. */
const mostAtOnce = 100

/** The runs of the threads that were read, newest first, and those threads. */
export interface LatestRuns {
  runs: Run[]
  threads: Map<string, Thread>
  /** The thread whose runs alone these are; null where they are of the threads that changed last. */
  only: Thread | null
  /** There are more threads, or more runs of the only one. */
  hasMore: boolean
}

/**
 * The latest runs of a deployment. The interface lists runs by thread only, so this reads the threads
 * that changed last (which the busy ones are among) and the runs of each. What cannot have changed
 * since the last read is not asked for again.
 */
export function latestRunsQuery(agent: Transport, threadCount: number) {
  return queryOptions<LatestRuns>({
    queryKey: [...queryKey(agent, listRuns), 'latest', threadCount],
    queryFn: async ({ signal, client, queryKey: key }) => {
      const before = client.getQueryData<LatestRuns>(key)
      const search = { limit: threadCount + 1, sort_by: 'updated_at', sort_order: 'desc' } as const
      const found = await searchListedThreads(agent, search, signal)
      const threads = found.slice(0, threadCount)
      const lists = await Promise.all(
        threads.map((thread) => {
          const { thread_id } = thread
          return (
            unchangedRuns(thread, before) ??
            call(agent, listRuns, {
              params: { thread_id },
              query: { limit: runsPerThread },
              signal,
            })
          )
        }),
      )
      return {
        runs: lists.flat().sort((a, b) => b.created_at.localeCompare(a.created_at)),
        threads: new Map(threads.map((thread) => [thread.thread_id, thread])),
        only: null,
        hasMore: found.length > threadCount,
      }
    },
    refetchInterval: ({ state }) => runsInterval(state.data?.runs),
  })
}

/** The newest runs of one thread, so many of them. */
export function threadRunsQuery(agent: Transport, threadId: string, count: number) {
  return queryOptions<LatestRuns>({
    queryKey: [...queryKey(agent, listRuns), 'of', threadId, count],
    queryFn: async ({ signal }) => {
      const params = { thread_id: threadId }
      const thread = await call(agent, getThread, { params, signal })
      const runs: Run[] = []
      // One more than is shown tells whether there are more.
      for (let isLast = false; !isLast && runs.length <= count; ) {
        const query = { limit: mostAtOnce, offset: runs.length }
        const found = await call(agent, listRuns, { params, query, signal })
        runs.push(...found)
        isLast = found.length < mostAtOnce
      }
      return {
        runs: runs.slice(0, count),
        threads: new Map([[threadId, thread]]),
        only: thread,
        hasMore: runs.length > count,
      }
    },
    refetchInterval: ({ state }) => runsInterval(state.data?.runs),
  })
}

/** The runs whose id, graph, error or thread's title or id holds a text, in whatever case. */
export function matchingRuns({ runs, threads }: LatestRuns, text: string): readonly Run[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return runs
  return runs.filter((run) => {
    const thread = threads.get(run.thread_id)
    return runWords(run).includes(wanted) || (thread ? titleOf(thread).includes(wanted) : false)
  })
}

// Made once for each: with ten thousand of them, typing must not wait for it.
const runWords = remembered<Run>((run) =>
  [run.run_id, run.thread_id, run.metadata?.graph_id, run.error].join('\n').toLowerCase(),
)
const titleOf = remembered<Thread>((thread) => threadTitle(thread).toLowerCase())

/** The runs known of a thread that rests and has not changed; undefined where they have to be read. */
function unchangedRuns(thread: Thread, before: LatestRuns | undefined): Run[] | undefined {
  const known = before?.threads.get(thread.thread_id)
  if (known?.updated_at !== thread.updated_at || thread.status === 'busy') return undefined
  const runs = before?.runs.filter((run) => run.thread_id === thread.thread_id) ?? []
  return runs.some(isActive) ? undefined : runs
}
