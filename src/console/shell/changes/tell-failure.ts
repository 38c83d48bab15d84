import { call } from '../../../client/api.ts'
import { getDeployment } from '../../../contract/control-plane/deployments.ts'
import { getRevision } from '../../../contract/control-plane/revisions.ts'
import type { Change } from '../../../contract/gateway/changes.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Api } from '../../api.tsx'
import { paths } from '../../paths.ts'

/** Tells of a rollout that failed while somebody is elsewhere; whoever looks at the deployment sees it there. */
export async function tellFailure(
  { controlPlane }: Api,
  { deployment_id, failed_revision_id }: Change,
  page: { path: () => string; go: (path: string) => void },
): Promise<void> {
  if (!deployment_id || !failed_revision_id) return
  if (page.path().startsWith(paths.deployment(deployment_id))) return
  const params = { deployment_id, revision_id: failed_revision_id }
  try {
    const [deployment, revision] = await Promise.all([
      call(controlPlane, getDeployment, { params: { deployment_id } }),
      call(controlPlane, getRevision, { params }),
    ])
    toast.bad(`A rollout of ${deployment.name} failed`, {
      ...(revision.status_reason && { description: revision.status_reason }),
      action: {
        label: 'Open the revision',
        onClick: () => page.go(paths.revision(deployment_id, failed_revision_id)),
      },
    })
  } catch {
    // It is gone again, or the server is: then there is nothing to tell, or it is told elsewhere.
  }
}
