import type { ReactNode } from 'react'

/** What stands at the end of an entry of the side: a number, or few words. */
export function SideNote({ children }: { children: ReactNode }) {
  return (
    <>
      {/* Between the entry's name and what is said of it, where it is read out. */}{' '}
      <span className="ml-auto flex items-center gap-1.5 text-ink-3 text-xs tabular-nums group-aria-[current]:text-ink-2">
        {children}
      </span>
    </>
  )
}
