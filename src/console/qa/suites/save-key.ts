import { useEffect, useEffectEvent } from 'react'
import { isMac } from '../../shell/palette/shortcuts.ts'

/** The keys that save, as they are printed. */
export const saveKeys = isMac ? '⌘S' : 'Ctrl S'
/** The keys that open the turns of a case. */
export const openKeys = isMac ? '⌘Enter' : 'Ctrl Enter'

/** ⌘S and Ctrl+S save, wherever they are pressed; the browser's own window does not open. */
export function useSaveKey(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isSave = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
    if (!isSave || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
