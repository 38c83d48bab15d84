import { type RefObject, useEffect, useRef } from 'react'

/** Another connection has pages of its own: what had focus in the one before is gone, and focus waits at `main`. */
export function useFocusOnConnection(
  main: RefObject<HTMLElement | null>,
  connectionId: string | undefined,
) {
  const shown = useRef(connectionId)
  useEffect(() => {
    const before = shown.current
    shown.current = connectionId
    if (!before || before === connectionId || document.activeElement !== document.body) return
    main.current?.focus({ preventScroll: true })
  }, [main, connectionId])
}
