import { useQueryClient } from '@tanstack/react-query'
import { deleteSession } from '../../../contract/gateway/session.ts'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useCall } from '../../api.tsx'
import { useGateway } from '../gateway-context.ts'

/** Ends the session of whoever is signed in. */
export function SignOutItem() {
  const queryClient = useQueryClient()
  const signOut = useCall(useGateway().gateway, deleteSession)
  const leave = async () => {
    // Not by callbacks of the mutation: the menu is gone before the answer is here, and they with it.
    try {
      const { sign_out_url: url } = await signOut.mutateAsync({})
      // Where a provider signed them in, they are signed out there as well.
      if (url) location.assign(url)
      else await queryClient.resetQueries()
    } catch (error) {
      toast.bad('Could not sign out', { description: (error as Error).message })
    }
  }
  return <MenuItem onSelect={() => void leave()}>Sign out</MenuItem>
}
