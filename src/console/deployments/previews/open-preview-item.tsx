import { Eye } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { openPreview } from '../../../contract/control-plane/previews.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { whatPreviewsChange } from './previews-query.ts'

type OpenPreviewItemProps = { deploymentId: string; revision: Revision }

/** Starts a revision beside what serves, and goes there. */
export function OpenPreviewItem({ deploymentId, revision }: OpenPreviewItemProps) {
  const api = useApi()
  const navigate = useNavigate()
  const open = useCall(api.controlPlane, openPreview, {
    invalidates: () => whatPreviewsChange(api, deploymentId),
  })
  const start = async () => {
    toast.info('Starting the revision without traffic')
    const params = { deployment_id: deploymentId, revision_id: revision.id }
    const preview = await open.mutateAsync({ params }).catch((error: Error) => {
      toast.bad('The revision could not be started', { description: error.message })
    })
    if (preview) void navigate(paths.deployment(preview.preview_id))
  }
  return (
    <MenuItem
      acts
      icon={<Eye aria-hidden size={14} strokeWidth={1.8} />}
      disabledReason={previewProblem(revision)}
      onSelect={() => void start()}
    >
      Run without traffic
    </MenuItem>
  )
}

/** Why a revision cannot run without traffic, as far as it tells itself. */
export function previewProblem({ status, has_build }: Revision): string | undefined {
  if (status !== 'DEPLOYED') return 'Only a revision that was deployed can run'
  if (has_build === false) return 'Its build was removed, and nothing else of it can run'
  return undefined
}
