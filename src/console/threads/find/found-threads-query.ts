import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import { findAllThreads, findThreads } from '../../../contract/search/thread-search.ts'
import { now } from '../../../ui/format/now.ts'
import { type Api, queryKey } from '../../api.tsx'
import { threadsInterval } from '../thread-list.ts'
import { findOf, type WantedThreads } from './wanted-threads.ts'

const pageSize = 50

/** The threads that are wanted, page by page, of one deployment or (null) of all. */
export function foundThreadsQuery(api: Api, deploymentId: string | null, wanted: WantedThreads) {
  const server = deploymentId === null ? api.controlPlane : api.agent(deploymentId)
  return infiniteQueryOptions({
    queryKey: [...queryKey(server, deploymentId === null ? findAllThreads : findThreads), wanted],
    queryFn: ({ pageParam: cursor, signal }) => {
      const body = { ...findOf(wanted, now()), limit: pageSize, cursor }
      if (deploymentId === null) return call(server, findAllThreads, { body, signal })
      const { deployment_id: _, ...own } = body
      return call(server, findThreads, { body: own, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      threadsInterval(state.data?.pages.flatMap(({ threads }) => threads)),
  })
}
