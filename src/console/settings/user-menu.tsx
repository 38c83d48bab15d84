import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Role } from '../../contract/gateway/roles.ts'
import {
  deleteUser,
  deleteUserSessions,
  listUsers,
  patchUser,
  type User,
} from '../../contract/gateway/users.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ConfirmDialog } from '../../ui/overlay/later-dialogs.ts'
import { MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import { MoreMenu } from '../../ui/overlay/more-menu.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { queryKey, useApi, useCall } from '../api.tsx'
import { useGatewayRead, useObjectMenu } from '../objects/object-menu.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../shell/use-session.ts'
import { RoleCards } from './role-cards.tsx'

const ResetPasswordDialog = lazyPart(() =>
  import('./reset-password-dialog.tsx').then((code) => code.ResetPasswordDialog),
)

type Asking = 'role' | 'password' | 'sessions' | 'disable' | 'remove' | null

/** What an administrator can do with a user. All that weakens somebody's access asks first. */
export function UserMenu({ user, isOwn }: { user: User; isOwn: boolean }) {
  const [asking, setAsking] = useState<Asking>(null)
  const provider = useSession()?.provider
  const own = isOwn ? 'Another administrator has to do this' : undefined
  const { items, dialog } = useObjectMenu({
    noun: 'user',
    id: user.id,
    ...useGatewayRead()(listUsers.path),
    to: paths.users(),
    value: user,
  })
  return (
    <span className="flex justify-end">
      <MoreMenu label={`More about ${user.name}`} isInRow>
        <MenuItem render={<Link to={paths.auditOf(user.name)} />}>What they did</MenuItem>
        <MenuSeparator />
        <MenuItem
          disabledReason={
            user.is_from_provider && provider ? `${provider.name} says what they may do` : undefined
          }
          onSelect={() => setAsking('role')}
        >
          Change role
        </MenuItem>
        <MenuItem
          disabledReason={
            user.is_from_environment ? 'It is the one of QUARTERDECK_PASSWORD' : undefined
          }
          onSelect={() => setAsking('password')}
        >
          Reset password
        </MenuItem>
        <MenuItem onSelect={() => setAsking('sessions')}>Sign out everywhere</MenuItem>
        <MenuItem disabledReason={own} onSelect={() => setAsking('disable')}>
          {user.is_disabled ? 'Enable' : 'Disable'}
        </MenuItem>
        <MenuSeparator />
        {items}
        <MenuSeparator />
        <MenuItem tone="danger" disabledReason={own} onSelect={() => setAsking('remove')}>
          Remove
        </MenuItem>
      </MoreMenu>
      {dialog}
      {asking && <UserDialog user={user} asking={asking} onClose={() => setAsking(null)} />}
    </span>
  )
}

type UserDialogProps = { user: User; asking: NonNullable<Asking>; onClose: () => void }

function UserDialog({ user, asking, onClose }: UserDialogProps) {
  const { gateway } = useApi()
  const invalidates = () => [queryKey(gateway, listUsers)]
  const patch = useCall(gateway, patchUser, { invalidates })
  const signOut = useCall(gateway, deleteUserSessions)
  const remove = useCall(gateway, deleteUser, { invalidates })
  const [role, setRole] = useState(user.role as Role)
  const params = { user_id: user.id }
  const { name } = user
  const change =
    (body: Parameters<typeof patch.mutateAsync>[0]['body'], done: string) => async () => {
      await patch.mutateAsync({ params, body })
      toast.ok(done)
    }
  const shared = { isOpen: true, onClose }
  switch (asking) {
    case 'role':
      return (
        <ConfirmDialog
          {...shared}
          title={`Change the role of ${name}`}
          consequence="Their sessions end, and they sign in again."
          confirmLabel="Change role"
          tone="primary"
          onConfirm={change({ role }, `The role of ${name} is changed`)}
        >
          <RoleCards value={role} onValueChange={setRole} />
        </ConfirmDialog>
      )
    case 'password':
      return <ResetPasswordDialog user={user} onClose={onClose} />
    case 'sessions':
      return (
        <ConfirmDialog
          {...shared}
          title={`Sign ${name} out everywhere?`}
          consequence="All their sessions end. They can sign in again."
          confirmLabel="Sign out"
          onConfirm={async () => {
            await signOut.mutateAsync({ params })
            toast.ok(`${name} is signed out`)
          }}
        />
      )
    case 'disable':
      return (
        <ConfirmDialog
          {...shared}
          title={user.is_disabled ? `Enable ${name}?` : `Disable ${name}?`}
          consequence={
            user.is_disabled
              ? 'They can sign in again.'
              : 'Their sessions end, and they cannot sign in until they are enabled.'
          }
          confirmLabel={user.is_disabled ? 'Enable' : 'Disable'}
          tone={user.is_disabled ? 'primary' : 'danger'}
          onConfirm={change(
            { is_disabled: !user.is_disabled },
            user.is_disabled ? `${name} is enabled` : `${name} is disabled`,
          )}
        />
      )
    case 'remove':
      return (
        <ConfirmDialog
          {...shared}
          title={`Remove ${name}?`}
          consequence="They can no longer sign in. What they did stays in the audit log."
          typedName={name}
          confirmLabel="Remove user"
          onConfirm={async () => {
            await remove.mutateAsync({ params })
            toast.ok(`Removed ${name}`)
          }}
        />
      )
  }
}
