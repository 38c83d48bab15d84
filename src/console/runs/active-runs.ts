import { queryOptions } from '@tanstack/react-query'
import { call, type Transport } from '../../client/api.ts'
import { listRuns, type Run } from '../../contract/agent-server/runs.ts'
import { searchThreads } from '../../contract/agent-server/threads.ts'
import { queryKey } from '../api.tsx'

const pageSize = 100
const mostThreads = 300
const statuses = ['pending', 'running'] as const

/** The runs of a deployment that wait or work. */
export interface ActiveRuns {
  runs: Run[]
  /** False where there are more busy threads than were looked at. */
  isComplete: boolean
}

/**
 * What a cancel by status would reach now: the busy threads, and the active runs of each.
 * @param seen threads that are known to have active runs: one that only waits for its time to start does not
 * make its thread busy
 */
export function activeRunsQuery(agent: Transport, seen: readonly string[]) {
  return queryOptions<ActiveRuns>({
    queryKey: [...queryKey(agent, listRuns), 'active', seen],
    queryFn: async ({ signal }) => {
      const threads: { thread_id: string }[] = []
      for (let isLast = false; !isLast && threads.length < mostThreads; ) {
        const found = await call(agent, searchThreads, {
          body: {
            status: 'busy',
            limit: pageSize,
            offset: threads.length,
            select: ['thread_id', 'created_at', 'updated_at', 'status'],
          },
          signal,
        })
        threads.push(...found)
        isLast = found.length < pageSize
      }
      const ids = new Set([...threads.map(({ thread_id }) => thread_id), ...seen])
      const lists = await Promise.all(
        [...ids].flatMap((thread_id) =>
          statuses.map((status) =>
            call(agent, listRuns, {
              params: { thread_id },
              query: { status, limit: pageSize },
              signal,
            }),
          ),
        ),
      )
      return {
        runs: lists.flat(),
        isComplete: threads.length < mostThreads && lists.every((list) => list.length < pageSize),
      }
    },
    staleTime: 0,
    gcTime: 0,
  })
}
