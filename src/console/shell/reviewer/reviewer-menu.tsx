import { useNavigate } from 'react-router-dom'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { paths } from '../../paths.ts'
import { ConnectionCard } from '../navigation/connection-card.tsx'
import { SignOutItem } from '../navigation/sign-out-item.tsx'
import { useSession } from '../use-session.ts'

/** Stands where others choose a connection: who is signed in, and the way out. */
export function ReviewerMenu() {
  const name = useSession()?.user?.name ?? ''
  const navigate = useNavigate()
  return (
    <Menu
      align="start"
      trigger={<ConnectionCard name={name} address="Reviewer" opens="your account" />}
    >
      <MenuItem onSelect={() => navigate(paths.ownPassword())}>Your password</MenuItem>
      <SignOutItem />
    </Menu>
  )
}
