import { type Preview, stopPreview } from '../../../contract/control-plane/previews.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { whatPreviewsChange } from './previews-query.ts'

/** Ends the process of a preview. Nothing is lost by it: it starts again when something is asked of it. */
export function StopPreviewButton({ preview }: { preview: Preview }) {
  const api = useApi()
  const { deployment_id, revision_id } = preview
  const stop = useCall(api.controlPlane, stopPreview, {
    invalidates: () => whatPreviewsChange(api, deployment_id),
  })
  if (preview.state === 'resting') return null
  return (
    <Button
      acts
      size="sm"
      isPending={stop.isPending}
      onClick={() =>
        stop.mutate(
          { params: { deployment_id, revision_id } },
          {
            onError: (error) =>
              toast.bad('The preview was not stopped', { description: error.message }),
          },
        )
      }
    >
      Stop
    </Button>
  )
}
