import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/api.ts'
import { revisionInterval } from '../../client/polling.ts'
import { awaitsSource } from '../../contract/control-plane/awaits-source.ts'
import { getDeployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import {
  getRevision,
  isSettled,
  listRevisions,
  type Revision,
} from '../../contract/control-plane/revisions.ts'
import {
  deploymentList,
  deploymentRead,
  revisionList,
  revisionRead,
} from '../../contract/pages/deployment-pages.ts'
import { byServer } from '../../ui/format/now.ts'
import { type Api, queryKey } from '../api.tsx'
import { listQuery, readQuery } from '../reads.ts'

/** One deployment. */
export function deploymentQuery(api: Api, deploymentId: string) {
  return readQuery(api, deploymentRead(deploymentId))
}

/** All deployments, newest first, in pages: the list filters what it has, so that typing asks nobody. */
export function deploymentsQuery(api: Api) {
  return {
    ...listQuery(api, deploymentList),
    staleTime: 15_000,
    // There may be ten thousand, and only those on the screen are drawn.
    structuralSharing: false,
  }
}

/** The revisions of a deployment, newest first, in pages; of these statuses alone where some are named. */
export function revisionsQuery(api: Api, deploymentId: string, status?: string) {
  return listQuery(api, revisionList(deploymentId, status))
}

/** How often a revision is read: a function of what was read last, and when. One that waits for its source is not. */
export function revisionPace(state: { data?: Revision | undefined; dataUpdatedAt: number }) {
  if (state.data && awaitsSource(state.data)) return false
  const at = byServer(state.dataUpdatedAt)
  const startedAt = state.data ? Date.parse(state.data.created_at) : at
  return revisionInterval(state.data, Math.max(0, at - startedAt))
}

/**
 * One revision, read again while it moves. The read that finds it settled has the deployment and its lists
 * read again too: by then another revision may serve.
 */
export function revisionQuery(api: Api, deploymentId: string, revisionId: string) {
  const params = { deployment_id: deploymentId, revision_id: revisionId }
  return queryOptions({
    queryKey: readQuery(api, revisionRead(deploymentId, revisionId)).queryKey,
    queryFn: async ({ signal, client, queryKey: key }) => {
      const before = client.getQueryData<Revision>(key)
      const revision = await call(api.controlPlane, getRevision, { params, signal })
      if (before && before.status !== revision.status && isSettled(revision)) {
        for (const changed of whatRevisionsChange(api, deploymentId)) {
          void client.invalidateQueries({ queryKey: changed })
        }
      }
      return revision
    },
    refetchInterval: ({ state }) => revisionPace(state),
  })
}

/** Keys of the reads that a new or newly settled revision makes old. */
export function whatRevisionsChange(api: Api, deploymentId: string) {
  const params = { deployment_id: deploymentId }
  return [
    queryKey(api.controlPlane, getDeployment, { params }),
    queryKey(api.controlPlane, listDeployments),
    queryKey(api.controlPlane, listRevisions, { params }),
  ]
}

/** As `whatRevisionsChange`, with the revision itself. */
export function whatRevisionChanges(api: Api, deploymentId: string, revisionId: string) {
  const params = { deployment_id: deploymentId, revision_id: revisionId }
  return [
    queryKey(api.controlPlane, getRevision, { params }),
    ...whatRevisionsChange(api, deploymentId),
  ]
}
