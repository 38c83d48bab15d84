import { useEffect, useEffectEvent } from 'react'
import { type KeyAction, keyAction } from './review-keys.ts'

/**
 * Listens for the page's keys, before the shell does, which has other meanings for some of them. Not while something is
 * typed or a window is open; a key that is held down counts once.
 */
export function useReviewKeys(onKey: (action: KeyAction) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || isTyping(event.target)) return
    const action = keyAction(event)
    if (!action) return
    event.preventDefault()
    if (!event.repeat) onKey(action)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener, { capture: true })
    return () => removeEventListener('keydown', listener, { capture: true })
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}
