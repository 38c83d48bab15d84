import { useSuspenseQuery } from '@tanstack/react-query'
import { getDeployment } from '../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { query, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { FoundRuns } from './find/found-runs.tsx'
import { foundRunsQuery } from './find/found-runs-query.ts'
import { wantedRuns } from './find/wanted-runs.ts'
import { shownRunsQuery } from './walk/looked-at.ts'
import { WalkedRuns } from './walked-runs.tsx'

export const handle = {
  useTitle: () => 'Runs',
  to: (params) => paths.deploymentRuns(params.deploymentId ?? ''),
  section: 'runs',
  readAhead: (client, api, { deploymentId = '' }, address) => {
    const get = (name: string) => address.get(name)
    return searchesRuns(api.connection)
      ? client.prefetchInfiniteQuery(foundRunsQuery(api, deploymentId, wantedRuns(get)))
      : client.prefetchQuery(shownRunsQuery(api.agent(deploymentId), get))
  },
} satisfies PageHandle

/** The runs of a deployment across its threads, to look at and to stop. */
export function Component() {
  const api = useApi()
  const { data: deployment } = useSuspenseQuery(
    query(api.controlPlane, getDeployment, { params: { deployment_id: useParam('deploymentId') } }),
  )
  return searchesRuns(api.connection) ? (
    <FoundRuns deployment={deployment} />
  ) : (
    <WalkedRuns deployment={deployment} />
  )
}
