import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'
import { RefusedActions } from '../controls/refused-actions.ts'
import { cx } from '../cx.ts'
import { MenuContext, MenuList } from './menu-list.tsx'
import { useMenu } from './use-menu.ts'

type MenuProps = {
  /** A Button or IconButton; it opens the menu. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  align?: 'start' | 'end'
}

/** A dropdown of actions: arrow keys walk, typing jumps, Esc closes. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const menu = useMenu()
  return (
    <>
      {cloneElement(trigger, menu.triggerProps)}
      <MenuList menu={menu} align={align} label={undefined}>
        {children}
      </MenuList>
    </>
  )
}

export type MenuItemProps = {
  children: ReactNode
  onSelect?: () => void
  icon?: ReactNode
  tone?: 'danger'
  /** A second line: what the action does. */
  description?: string | undefined
  /** It is one of several of which one is in force. */
  isChosen?: boolean
  /** It changes something: those who may not (`RefusedActions`) cannot choose it, and are told why. */
  acts?: boolean
  /** Why it cannot be chosen now; stands in place of the description. */
  disabledReason?: string | undefined
  /** A link element; the item then is that link. */
  render?: ReactElement<ComponentProps<'a'>>
}

/** One action of a Menu. */
export function MenuItem({
  children,
  onSelect,
  icon,
  tone,
  description,
  isChosen,
  acts = false,
  disabledReason: ownReason,
  render,
}: MenuItemProps) {
  const refusal = useContext(RefusedActions)
  const disabledReason = (acts && refusal) || ownReason
  const close = useContext(MenuContext)
  const note = disabledReason || description
  const content = (
    <>
      {icon && <span className="mt-px flex h-5 items-center self-start">{icon}</span>}
      <span className="min-w-0">
        <span className={cx('block', disabledReason && 'opacity-55')}>{children}</span>
        {note && <span className="block text-ink-2 text-sm">{note}</span>}
      </span>
    </>
  )
  const shared = {
    role: isChosen === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': isChosen,
    tabIndex: -1,
    // Not `disabled`: that could not be reached by keyboard, so its reason would stay unread.
    'aria-disabled': disabledReason ? true : undefined,
    onClick: (event: MouseEvent) => {
      if (disabledReason) return event.preventDefault()
      close()
      onSelect?.()
    },
    className: cx(menuItemClass, tone === 'danger' && 'text-bad'),
  } as const
  return render ? (
    cloneElement(render, { ...shared, onKeyDown: clickOnSpace }, content)
  ) : (
    <button type="button" {...shared}>
      {content}
    </button>
  )
}

/** A line between groups of items. */
export function MenuSeparator() {
  // biome-ignore lint/a11y/useSemanticElements: an hr may not stand inside a span
  return <span role="separator" className="-mx-1 my-1 block h-px bg-line first:hidden" />
}

export const menuItemClass =
  'flex min-h-[30px] w-full cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1 text-left no-underline focus:bg-accent-soft focus:outline-none forced-colors:focus:outline-1 aria-disabled:cursor-not-allowed'

/** A link answers to Enter alone, an item of a menu to Space as well. */
function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
