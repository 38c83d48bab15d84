import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import { searchAllRuns, searchRuns } from '../../../contract/search/run-search.ts'
import { now } from '../../../ui/format/now.ts'
import { type Api, queryKey } from '../../api.tsx'
import { runsInterval } from '../runs-interval.ts'
import { searchOf, type WantedRuns } from './wanted-runs.ts'

const pageSize = 50

/**
 * The runs that are wanted, page by page, of one deployment or (null) of all.
 */
export function foundRunsQuery(api: Api, deploymentId: string | null, wanted: WantedRuns) {
  const server = deploymentId === null ? api.controlPlane : api.agent(deploymentId)
  return infiniteQueryOptions({
    queryKey: [...queryKey(server, deploymentId === null ? searchAllRuns : searchRuns), wanted],
    queryFn: ({ pageParam: cursor, signal }) => {
      const body = { ...searchOf(wanted, now()), limit: pageSize, cursor }
      if (deploymentId === null) return call(server, searchAllRuns, { body, signal })
      const { deployment_id: _, ...own } = body
      return call(server, searchRuns, { body: own, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: ({ state }) => runsInterval(state.data?.pages.flatMap(({ runs }) => runs)),
  })
}
