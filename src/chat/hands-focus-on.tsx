import { type ReactNode, useLayoutEffect, useRef } from 'react'

type HandsFocusOnProps = {
  /** Selects, within the turn, what receives the focus; without it, or where it is not, the place around. */
  heir?: string
  children: ReactNode
}

/** What goes away by what was done with it leaves the focus to what it stood in, and not to the page. */
export function HandsFocusOn({ heir, children }: HandsFocusOnProps) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = place.current
    const home = here?.closest<HTMLElement>('[role=log], [role=tabpanel]')
    return () => {
      if (!here?.contains(document.activeElement)) return
      const next = heir && here.closest('[data-turn]')?.querySelector<HTMLElement>(heir)
      ;(next || home)?.focus({ preventScroll: true })
    }
  }, [heir])
  return (
    <span ref={place} className="contents">
      {children}
    </span>
  )
}
