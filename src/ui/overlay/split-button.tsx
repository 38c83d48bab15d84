import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonBase, type ButtonBehaviour, type ButtonLook } from '../controls/button-base.tsx'
import { Menu } from './menu.tsx'

type SplitButtonProps = ButtonLook &
  Omit<ButtonBehaviour, 'render'> & {
    /** Accessible name of the part that opens the menu. */
    menuLabel: string
    /** MenuItems: the other ways to do it. */
    menu: ReactNode
  }

/** A main action and, behind a chevron, its alternatives. */
export function SplitButton({ menuLabel, menu, ...main }: SplitButtonProps) {
  const look = { variant: main.variant, size: main.size }
  return (
    <span className="inline-flex">
      <ButtonBase {...main} shape="text" className="rounded-r-none" />
      <Menu
        trigger={
          <ButtonBase
            {...look}
            shape="tail"
            aria-label={menuLabel}
            tip={menuLabel}
            className={
              main.variant === 'primary'
                ? 'rounded-l-none border-l-accent-ink/35'
                : 'rounded-l-none border-l-0'
            }
          >
            <ChevronDown aria-hidden size={14} strokeWidth={1.8} />
          </ButtonBase>
        }
      >
        {menu}
      </Menu>
    </span>
  )
}
