import { searchesAll } from '../../contract/gateway/connections.ts'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { RunsOfLastDeployment } from '../shell/navigation/choose-deployment-page.tsx'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { FoundRuns } from './find/found-runs.tsx'
import { foundRunsQuery } from './find/found-runs-query.ts'
import { wantedRuns } from './find/wanted-runs.ts'

export const handle = {
  useTitle: () => 'Runs',
  to: paths.runs,
  section: 'runs',
  readAhead: async (client, api, _params, address) => {
    if (!searchesAll(api.connection)) return
    const wanted = wantedRuns((name) => address.get(name))
    await client.prefetchInfiniteQuery(foundRunsQuery(api, null, wanted))
  },
} satisfies PageHandle

/** The runs of all deployments; where the server cannot search them, those of the deployment looked at last. */
export function Component() {
  const { connection } = useApi()
  return searchesAll(connection) ? (
    <FoundRuns title="Runs" deployment={null} />
  ) : (
    <RunsOfLastDeployment />
  )
}
