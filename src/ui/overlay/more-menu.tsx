import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Menu } from './menu.tsx'

type MoreMenuProps = {
  /** Accessible name of the three dots. */
  label: string
  /** Small, as at the end of a row; otherwise it stands beside buttons. */
  isInRow?: boolean
  children: ReactNode
}

/** What else can be done with something, behind three dots. Takes MenuItems. */
export function MoreMenu({ label, isInRow = false, children }: MoreMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={label} {...(isInRow ? { size: 'sm' } : { variant: 'default' })}>
          <Ellipsis aria-hidden size={isInRow ? 14 : 16} strokeWidth={1.8} />
        </IconButton>
      }
    >
      {children}
    </Menu>
  )
}
