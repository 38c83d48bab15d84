import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../../client/api.ts'
import { ApiError } from '../../../../client/api-error.ts'
import { listRevisionPackages } from '../../../../contract/control-plane/revision-packages.ts'
import { isSettled } from '../../../../contract/control-plane/revisions.ts'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { type Api, queryKey, useApi } from '../../../api.tsx'
import { revisionQuery } from '../../queries.ts'

/** What a revision was loaded with. Only for servers of ours, and once its rollout has ended: then it stays as it is. */
export function packagesQuery(api: Api, deploymentId: string, revisionId: string) {
  const params = { deployment_id: deploymentId, revision_id: revisionId }
  return queryOptions({
    queryKey: queryKey(api.controlPlane, listRevisionPackages, { params }),
    queryFn: ({ signal }) => call(api.controlPlane, listRevisionPackages, { params, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** As `packagesQuery`, asked for as soon as it may be, or why it cannot be read, and whether the rollout is still under way. */
export function usePackages(deploymentId: string, revisionId: string) {
  const api = useApi()
  const { data: revision } = useQuery(revisionQuery(api, deploymentId, revisionId))
  const isUnderWay = revision !== undefined && !isSettled(revision)
  const isTold = searchesRuns(api.connection) && revision !== undefined && !isUnderWay
  const { data, error } = useQuery({
    ...packagesQuery(api, deploymentId, revisionId),
    enabled: isTold,
  })
  return { data, problem: error && problemOf(error), isUnderWay }
}

/** Why it cannot be read, a sentence; an earlier version of the server does not have it. */
function problemOf(error: Error): string {
  const isUnknown = error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0)
  return isUnknown ? 'This server does not tell them.' : error.message
}
