import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Covers the console around the page, which can be neither reached nor heard meanwhile. */
export function WholeScreen({ children }: { children: ReactNode }) {
  const screen = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const main = screen.current?.closest('main')
    const covered = [main, main?.parentElement]
      .flatMap((box) => [...(box?.parentElement?.children ?? [])].filter((one) => one !== box))
      .filter((one) => !one.classList.contains('invisible'))
    for (const one of covered) one.classList.add('invisible')
    return () => {
      for (const one of covered) one.classList.remove('invisible')
    }
  }, [])
  return (
    <div
      ref={screen}
      className="fixed inset-0 z-30 flex h-dvh flex-col bg-surface text-md leading-5"
    >
      {children}
    </div>
  )
}
