import { useQuery } from '@tanstack/react-query'
import { searchAssistants } from '../../../contract/agent-server/assistants.ts'
import { getDeployment } from '../../../contract/control-plane/deployments.ts'
import { listPreviews } from '../../../contract/control-plane/previews.ts'
import { listRevisions, type Revision } from '../../../contract/control-plane/revisions.ts'
import { shortSource } from '../../../contract/control-plane/short-commit.ts'
import { searchesAll } from '../../../contract/gateway/connections.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { query, useApi } from '../../api.tsx'

const mostRevisions = 100
const mostAssistants = 100

/** Who serves a deployment, and which kept builds of it run or ran beside that. Servers that are not ours have none. */
export function usePreviewTargets(deploymentId: string) {
  const api = useApi()
  const params = { deployment_id: deploymentId }
  const deployment = useQuery(query(api.controlPlane, getDeployment, { params })).data
  const ownerId = deployment?.preview_of?.deployment_id ?? deploymentId
  const hasRevisions = searchesAll(api.connection)
  const previews = useQuery({
    ...query(api.controlPlane, listPreviews, { params: { deployment_id: ownerId } }),
    enabled: hasRevisions && deployment !== undefined,
    retry: false,
  }).data
  const here = deployment?.preview_of?.revision_id ?? deployment?.active_revision_id ?? null
  return {
    /** The deployment whose revisions they are. */
    ownerId,
    hasRevisions,
    /** The revision that answers at this deployment; null where that is not told. */
    here,
    previews: (previews ?? []).filter(({ revision_id }) => revision_id !== here),
  }
}

/** All that a run can be run on: assistants of its server, and every revision that was deployed. */
export function useAllTargets(deploymentId: string, ownerId: string, hasRevisions: boolean) {
  const api = useApi()
  const assistants = useQuery(
    query(api.agent(deploymentId), searchAssistants, { body: { limit: mostAssistants } }),
  )
  const revisions = useQuery({
    ...query(api.controlPlane, listRevisions, {
      params: { deployment_id: ownerId },
      query: { limit: mostRevisions, status: 'DEPLOYED' },
    }),
    enabled: hasRevisions,
  })
  return {
    assistants: assistants.data ?? [],
    revisions: (revisions.data?.resources ?? []).filter(({ status }) => status === 'DEPLOYED'),
    error: assistants.error ?? revisions.error,
    isPending: assistants.isPending || (hasRevisions && revisions.isPending),
  }
}

/** A revision in a line: its commit or archive, what that says, and which it is. */
export function revisionWords({ id, source_revision_config: source }: Revision): string {
  return [shortSource(source), source.repo_commit_message, `revision ${shortId(id)}`]
    .filter(Boolean)
    .join(' · ')
}
