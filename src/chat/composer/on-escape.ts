import type { KeyboardEvent } from 'react'
import { isComposing } from '../../ui/keys/is-composing.ts'

/** Esc closes the form that it is pressed in, and nothing around that. */
export function onEscape(close: (() => void) | undefined) {
  return (event: KeyboardEvent) => {
    if (!close || event.key !== 'Escape' || isComposing(event.nativeEvent)) return
    // There it closes the menu.
    if (event.target instanceof Element && event.target.closest('[role=menu]')) return
    event.stopPropagation()
    close()
  }
}
