import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import {
  type Deployment,
  deleteDeployment,
  listDeployments,
} from '../../contract/control-plane/deployments.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'
import { deploymentQuery } from './queries.ts'

type DeleteDeploymentDialogProps = { deployment: Deployment; onClose: () => void }

/** Asks for the name before a deployment is deleted. */
export function DeleteDeploymentDialog({ deployment, onClose }: DeleteDeploymentDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useCall(api.controlPlane, deleteDeployment, {
    invalidates: () => [queryKey(api.controlPlane, listDeployments)],
  })
  const confirm = async () => {
    await remove.mutateAsync({ params: { deployment_id: deployment.id } })
    toast.ok(`Deleted ${deployment.name}`)
    await navigate(paths.deployments())
    queryClient.removeQueries({ queryKey: deploymentQuery(api, deployment.id).queryKey })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete ${deployment.name}?`}
      consequence="Its agent stops answering at once. Its revisions, builds, logs, threads, runs and their feedback are deleted, and none of that can be brought back."
      typedName={deployment.name}
      confirmLabel="Delete deployment"
      onConfirm={confirm}
    />
  )
}
