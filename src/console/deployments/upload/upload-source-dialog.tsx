import { useState } from 'react'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { UploadPanel } from './upload-panel.tsx'

type UploadSourceDialogProps = { deployment: Deployment; onClose: () => void }

/** Another source for a deployment that is made from uploads. */
export function UploadSourceDialog({ deployment, onClose }: UploadSourceDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      isOpen
      isLocked={isBusy}
      onClose={onClose}
      title="Upload source"
      description="A new revision is made of it, with the present settings and secrets. What serves now goes on until it is deployed."
    >
      <UploadPanel deployment={deployment} onBusy={setIsBusy} onUploaded={onClose} />
    </Dialog>
  )
}
