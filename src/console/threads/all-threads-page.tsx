import { searchesAll } from '../../contract/gateway/connections.ts'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { ThreadsOfLastDeployment } from '../shell/navigation/choose-deployment-page.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { FoundThreads } from './find/found-threads.tsx'
import { foundThreadsQuery } from './find/found-threads-query.ts'
import { wantedThreads } from './find/wanted-threads.ts'

export const handle = {
  useTitle: () => 'Threads',
  to: paths.threads,
  section: 'threads',
  readAhead: async (client, api, _params, address) => {
    if (!searchesAll(api.connection)) return
    const wanted = wantedThreads((name) => address.get(name))
    await client.prefetchInfiniteQuery(foundThreadsQuery(api, null, wanted))
  },
} satisfies PageHandle

/** The threads of all deployments; where the server cannot search them, those of the deployment looked at last. */
export function Component() {
  const { connection } = useApi()
  return searchesAll(connection) ? (
    <FoundThreads title="Threads" deploymentId={null} />
  ) : (
    <ThreadsOfLastDeployment />
  )
}
