import { deleteView, type SavedView } from '../../../contract/gateway/views.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { whatViewsChange } from './use-views.ts'

type DeleteViewDialogProps = { view: SavedView; onClose: () => void }

/** Asks before a view that everybody sees is deleted. */
export function DeleteViewDialog({ view, onClose }: DeleteViewDialogProps) {
  const api = useApi()
  const remove = useCall(api.gateway, deleteView, { invalidates: () => whatViewsChange(api) })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete the view “${view.name}”?`}
      consequence="It goes for everybody. The list stays filtered as it is, and its address stays good."
      confirmLabel="Delete view"
      onConfirm={async () => {
        const params = { connection_id: api.connection.id, view_id: view.id }
        await remove.mutateAsync({ params })
        toast.ok(`Deleted “${view.name}”`)
      }}
    />
  )
}
