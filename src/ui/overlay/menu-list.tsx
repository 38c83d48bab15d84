import { createContext, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Floating } from '../floating/floating.tsx'
import { listOf, type MenuState } from './use-menu.ts'

/** Closes the menu that an item is in. */
export const MenuContext = createContext<() => void>(() => undefined)

type MenuListProps = {
  menu: MenuState
  align: 'start' | 'end'
  /** Absent: the menu is named by its trigger. */
  label: string | undefined
  children: ReactNode
}

const typeAheadMs = 700

/** The items of an open menu. */
export function MenuList({ menu, align, label, children }: MenuListProps) {
  if (!menu.opened) return null
  return (
    <OpenList menu={menu} opened={menu.opened} align={align} label={label}>
      {children}
    </OpenList>
  )
}

function OpenList({
  menu,
  opened,
  align,
  label,
  children,
}: MenuListProps & { opened: NonNullable<MenuState['opened']> }) {
  const typed = useRef({ text: '', at: 0 })
  const { close, id } = menu
  const { anchor, by } = opened

  useEffect(() => {
    const list = listOf(anchor, id)
    const items = itemsOf(list)
    const chosen = items.find((item) => item.ariaChecked === 'true')
    const first = by === 'pointer' ? list : by === 'last' ? items.at(-1) : (chosen ?? items[0])
    // One without items has keys as well.
    const target = first ?? list
    target?.focus({ preventScroll: by === 'pointer' })
  }, [anchor, id, by])
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const isOwn = event
        .composedPath()
        .some((node) => node === anchor || (node instanceof Element && node.id === id))
      if (!isOwn) close()
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [anchor, id, close])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = itemsOf(event.currentTarget)
    const at = items.indexOf(event.target as HTMLElement)
    const move = (to: number) => {
      event.preventDefault()
      items.at(to % items.length)?.focus()
    }
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at < 0 ? -1 : at - 1)
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(-1)
    else if (event.key === 'Tab') close()
    else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.metaKey && !event.ctrlKey) {
      const { text, at: typedAt } = typed.current
      const wanted = event.timeStamp - typedAt < typeAheadMs ? text + event.key : event.key
      typed.current = { text: wanted, at: event.timeStamp }
      const next = [...items.slice(at + (wanted.length > 1 ? 0 : 1)), ...items].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(wanted.toLowerCase()),
      )
      next?.focus()
    }
    // Keys of a menu are its own: a list or a dialog around it has others.
    event.stopPropagation()
  }

  return (
    <MenuContext value={close}>
      <Floating
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label ?? nameOf(anchor)}
        anchor={anchor}
        placement={{ side: 'below', align, gap: 4 }}
        onKeyDown={onKeyDown}
        onPointerMove={({ target }) =>
          target instanceof Element && target.closest<HTMLElement>('[role^=menuitem]')?.focus()
        }
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget) && event.relatedTarget) close()
        }}
        className="w-max min-w-40 max-w-80 animate-pop rounded-md border bg-raised p-1 text-left font-normal font-ui text-ink text-md shadow-float focus-visible:outline-none"
      >
        {children}
      </Floating>
    </MenuContext>
  )
}

function itemsOf(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

function nameOf(anchor: HTMLElement): string {
  return anchor.ariaLabel ?? anchor.getAttribute('aria-label') ?? anchor.textContent
}
