import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../../ui/keys/is-composing.ts'
import { sequenceMs } from '../palette/shortcuts.ts'

/**
 * Listens for a page's own keys, before the shell does, which has other meanings for some of them. Not while something is
 * typed or a window is open, nor for the second key of one that leads elsewhere (`g`, `r`); a key that is held down counts
 * once.
 * @param actionOf what a key does here; null for what is not this page's
 */
export function usePageKeys<Action>(
  actionOf: (event: KeyboardEvent) => Action | null,
  onKey: (action: Action) => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent, goesTo: boolean): boolean => {
    if (isComposing(event) || isTyping(event.target)) return false
    const action = goesTo ? null : actionOf(event)
    if (action === null) return event.key === 'g' && !goesTo && !event.ctrlKey && !event.metaKey
    event.preventDefault()
    if (!event.repeat) onKey(action)
    return false
  })
  useEffect(() => {
    let goUntil = 0
    const listener = (event: KeyboardEvent) => {
      goUntil = onKeyDown(event, event.timeStamp < goUntil) ? event.timeStamp + sequenceMs : 0
    }
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
