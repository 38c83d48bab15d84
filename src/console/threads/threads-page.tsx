import { searchesRuns } from '../../contract/gateway/connections.ts'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { FoundThreads } from './find/found-threads.tsx'
import { foundThreadsQuery } from './find/found-threads-query.ts'
import { wantedThreads } from './find/wanted-threads.ts'
import { shownThreads, WatchedThreads, watchedQuery } from './watched-threads.tsx'

export const handle = {
  useTitle: () => 'Threads',
  to: (params) => paths.deploymentThreads(params.deploymentId ?? ''),
  section: 'threads',
  readAhead: (client, api, { deploymentId = '' }, address) => {
    const get = (name: string) => address.get(name)
    if (searchesRuns(api.connection)) {
      const found = foundThreadsQuery(api, deploymentId, wantedThreads(get))
      return client.prefetchInfiniteQuery(found)
    }
    const { status, count } = shownThreads(get)
    return client.prefetchQuery(watchedQuery(api, deploymentId, status, count))
  },
} satisfies PageHandle

/** The threads of a deployment, the last changed first. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { connection } = useApi()
  return searchesRuns(connection) ? (
    <FoundThreads deploymentId={deploymentId} />
  ) : (
    <WatchedThreads deploymentId={deploymentId} />
  )
}
