import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'

export type MenuState = ReturnType<typeof useMenu>

/** Whether a menu is open, on which element, and what that element needs to open it. */
export function useMenu() {
  const id = useId()
  const [opened, setOpened] = useState<{ anchor: HTMLElement; by: 'pointer' | 'first' | 'last' }>()
  const isOpen = opened !== undefined
  return {
    id,
    opened,
    /** Focus goes back to the trigger when it was in the menu. */
    close() {
      if (!opened) return
      if (listOf(opened.anchor, id)?.matches(':focus-within')) {
        opened.anchor.focus({ preventScroll: true })
      }
      setOpened(undefined)
    },
    triggerProps: {
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick(event: MouseEvent<HTMLButtonElement>) {
        const anchor = event.currentTarget
        // A press by a key tells no count of clicks.
        setOpened(isOpen ? undefined : { anchor, by: event.detail === 0 ? 'first' : 'pointer' })
      },
      onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
        const by = { ArrowDown: 'first', ArrowUp: 'last' }[event.key] as
          | 'first'
          | 'last'
          | undefined
        if (!by || isOpen) return
        event.preventDefault()
        setOpened({ anchor: event.currentTarget, by })
      },
    } as const,
  }
}

/** The list of an open menu. A shadow root keeps its own ids. */
export function listOf(anchor: Element, id: string): HTMLElement | null {
  const root = anchor.getRootNode()
  return (root instanceof ShadowRoot ? root : anchor.ownerDocument).getElementById(id)
}
