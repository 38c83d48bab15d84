import { call } from '../../../../client/api.ts'
import {
  type Deployment,
  deleteDeployment,
  redeployRevision,
} from '../../../../contract/control-plane/deployments.ts'
import { listPreviews, stopPreview } from '../../../../contract/control-plane/previews.ts'
import type { Api } from '../../../api.tsx'
import { NothingToDo } from '../../../lists/selection/many-job.ts'

/** Something that is done to one of many; answers what was done, in words. */
export type ActOnDeployment = (api: Api, deployment: Deployment) => Promise<string | undefined>

/** Deploys again what serves, or the latest revision where none does. */
export const redeployOne: ActOnDeployment = async ({ controlPlane }, deployment) => {
  refuseAgentServer(deployment)
  const revision_id = deployment.active_revision_id ?? deployment.latest_revision_id
  if (!revision_id) throw new NothingToDo('It has no revision yet.')
  await call(controlPlane, redeployRevision, {
    params: { deployment_id: deployment.id, revision_id },
  })
  return 'Rollout started'
}

/** Ends the processes of its previews. One with a run at work goes on, and is told. */
export const stopPreviewsOf: ActOnDeployment = async ({ controlPlane }, { id: deployment_id }) => {
  const previews = await call(controlPlane, listPreviews, { params: { deployment_id } })
  const atWork = previews.filter(({ state }) => state !== 'resting')
  if (atWork.length === 0) throw new NothingToDo('None of its revisions runs without traffic.')
  const faults: string[] = []
  for (const { revision_id } of atWork) {
    await call(controlPlane, stopPreview, { params: { deployment_id, revision_id } }).catch(
      (error: Error) => faults.push(error.message),
    )
  }
  const stopped = `${atWork.length - faults.length} stopped`
  if (faults.length > 0) throw new Error(`${stopped}, ${faults.length} not: ${faults.join(' ')}`)
  return stopped
}

/** Deletes it with all that belongs to it. */
export const deleteOne: ActOnDeployment = async ({ controlPlane }, deployment) => {
  refuseAgentServer(deployment)
  await call(controlPlane, deleteDeployment, { params: { deployment_id: deployment.id } })
  return undefined
}

function refuseAgentServer({ is_agent_server }: Deployment): void {
  if (is_agent_server) throw new NothingToDo('It is an agent server without a control plane.')
}
