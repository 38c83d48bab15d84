import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useUnsaved } from './unsaved.ts'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'isOpen'> & {
  /** Something that was typed would be lost. */
  isDirty: boolean
}

/**
 * A window with a form in it, to be drawn while it is open. However it is left, typed text is lost only after a
 * question; its Cancel is a DialogCancel.
 */
export function FormDialog({ isDirty, onClose, ...rest }: FormDialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  useUnsaved(() => isDirty)
  return (
    <>
      <Dialog {...rest} isOpen onClose={() => (isDirty ? setIsAsking(true) : onClose())} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Discard what you typed?"
        consequence="It is not saved anywhere."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={async () => onClose()}
      />
    </>
  )
}
