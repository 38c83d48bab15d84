import { call } from '../../../client/api.ts'
import { isFailing } from '../../../contract/control-plane/deployment-health.ts'
import { getDeployment } from '../../../contract/control-plane/deployments.ts'
import { getRevision } from '../../../contract/control-plane/revisions.ts'
import type { Change } from '../../../contract/gateway/changes.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import type { Api } from '../../api.tsx'
import { healthWords } from '../../objects/deployment-health.tsx'
import { paths } from '../../paths.ts'

interface Page {
  path: () => string
  go: (path: string) => void
}

/**
 * Tells of a rollout that failed, and of a deployment that answers nobody any more, while somebody is elsewhere; whoever
 * looks at the deployment sees it there.
 */
export async function tellFailure(api: Api, change: Change, page: Page): Promise<void> {
  const { deployment_id, failed_revision_id, is_down } = change
  if (!deployment_id || page.path().startsWith(paths.deployment(deployment_id))) return
  if (failed_revision_id) await tellRollout(api, deployment_id, failed_revision_id, page)
  else if (is_down) await tellDown(api, deployment_id, page)
}

async function tellDown({ controlPlane }: Api, deployment_id: string, page: Page): Promise<void> {
  try {
    const deployment = await call(controlPlane, getDeployment, { params: { deployment_id } })
    // It may be up again by now; a preview is told of where it is used.
    if (!isFailing(deployment.health) || deployment.preview_of) return
    const { words, detail } = healthWords(deployment)
    toast.bad(`${deployment.name}: ${words.toLowerCase()}`, {
      ...(detail && { description: detail }),
      action: {
        label: 'Open the deployment',
        onClick: () => page.go(paths.deployment(deployment_id)),
      },
    })
  } catch {
    // It is gone, or the server is: then there is nothing to tell, or it is told elsewhere.
  }
}

async function tellRollout(
  { controlPlane }: Api,
  deployment_id: string,
  failed_revision_id: string,
  page: Page,
): Promise<void> {
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
