import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import {
  deleteOAuthProvider,
  getOAuthProvider,
  listOAuthProviders,
  type OAuthProviderResponse,
} from '../../contract/control-plane/oauth-providers.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { paths } from '../paths.ts'

type DeleteProviderDialogProps = { provider: OAuthProviderResponse; onClose: () => void }

/** Asks for the identifier before a provider is deleted. */
export function DeleteProviderDialog({ provider, onClose }: DeleteProviderDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const params = { provider_id: provider.provider_id }
  const remove = useCall(api.controlPlane, deleteOAuthProvider, {
    invalidates: () => [queryKey(api.controlPlane, listOAuthProviders)],
  })
  const confirm = async () => {
    await remove.mutateAsync({ params })
    toast.ok(`Deleted ${provider.name}`)
    await navigate(paths.oauthProviders())
    queryClient.removeQueries({
      queryKey: queryKey(api.controlPlane, getOAuthProvider, { params }),
    })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete ${provider.name}?`}
      consequence="Agents can no longer ask for access by it. Its record and its client secret cannot be brought back."
      typedName={provider.provider_id}
      confirmLabel="Delete provider"
      onConfirm={confirm}
    />
  )
}
