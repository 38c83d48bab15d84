import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, cloneElement, type ReactElement, type ReactNode } from 'react'
import { cx } from './cx.ts'

type MenuProps = {
  /** A Button or IconButton; it opens the menu. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

/** A dropdown of actions: arrow keys walk, typing jumps, Esc closes. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={menuContentClass}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = {
  children: ReactNode
  onSelect?: () => void
  icon?: ReactNode
  tone?: 'danger'
  /** A second line: what the action does. */
  description?: string
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
  disabledReason,
  render,
}: MenuItemProps) {
  const note = disabledReason || description
  const content = (
    <>
      {icon && <span className="mt-0.5 self-start">{icon}</span>}
      <span className="min-w-0">
        <span className={cx('block', disabledReason && 'opacity-55')}>{children}</span>
        {note && <span className="block text-ink-2 text-sm">{note}</span>}
      </span>
    </>
  )
  return (
    <DropdownMenu.Item
      asChild={Boolean(render)}
      // Not radix's own `disabled`: that one cannot be reached by keyboard, so its reason would stay unread.
      aria-disabled={disabledReason ? true : undefined}
      onSelect={(event) => (disabledReason ? event.preventDefault() : onSelect?.())}
      onClick={disabledReason ? (event) => event.preventDefault() : undefined}
      className={cx(menuItemClass, tone === 'danger' && 'text-bad')}
    >
      {render ? cloneElement(render, {}, content) : content}
    </DropdownMenu.Item>
  )
}

/** A line between groups of items. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}

export const menuContentClass =
  'z-60 min-w-40 max-w-80 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto animate-pop rounded-md border bg-raised p-1 text-md text-ink shadow-float'

export const menuItemClass =
  'flex min-h-[30px] cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1 no-underline data-highlighted:bg-accent-soft aria-disabled:cursor-not-allowed focus-visible:-outline-offset-2'
