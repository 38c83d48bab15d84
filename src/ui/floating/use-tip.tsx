import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTimer } from '../use-timer.ts'
import { Floating } from './floating.tsx'

const openDelayMs = 300
/** Long enough to move the pointer over to the text. */
const closeDelayMs = 120
const placement = { side: 'above', align: 'center', gap: 6 } as const

/** Beside which element a short text is shown: `soon` as the pointer comes and goes, `now` as focus does. Esc closes it. */
export function useTip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useTimer()
  return {
    anchor,
    stay: timer.stop,
    soon(next: Element | null) {
      timer.start(() => setAnchor(next), next ? openDelayMs : closeDelayMs)
    },
    now(next: Element | null) {
      timer.stop()
      setAnchor(next)
    },
  }
}

type TipProps = { tip: ReturnType<typeof useTip>; anchor: Element; id: string; children: ReactNode }

/** The text itself, while it is shown. */
export function Tip({ tip, anchor, id, children }: TipProps) {
  const { now, soon, stay } = tip
  const close = useRef(now)
  useEffect(() => {
    close.current = now
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close.current(null)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Floating
      id={id}
      role="tooltip"
      anchor={anchor}
      placement={placement}
      onPointerEnter={stay}
      onPointerLeave={() => soon(null)}
      className="w-max max-w-72 animate-fade select-text whitespace-normal rounded-control border-0 bg-ink px-2 py-1 text-left font-normal font-ui text-sm text-surface shadow-float"
    >
      {children}
    </Floating>
  )
}
