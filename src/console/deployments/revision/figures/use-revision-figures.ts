import { useQuery } from '@tanstack/react-query'
import {
  getRevisionFigures,
  type RevisionFigures,
} from '../../../../contract/control-plane/revision-figures.ts'
import { searchesRuns } from '../../../../contract/gateway/connections.ts'
import { query, useApi } from '../../../api.tsx'

/** How the runs of the last 30 days went on a revision; undefined where it had none, or nothing is known. */
export function useRevisionFigures(
  deploymentId: string,
): (revisionId: string) => RevisionFigures | undefined {
  const api = useApi()
  const { data } = useQuery({
    ...query(api.controlPlane, getRevisionFigures, { params: { deployment_id: deploymentId } }),
    enabled: searchesRuns(api.connection),
    // An earlier Quarterdeck does not tell.
    retry: false,
  })
  return (revisionId) => data?.revisions.find(({ revision_id }) => revision_id === revisionId)
}
