import type { ReactNode } from 'react'

type AttemptPartProps = { title: string; detail?: string; children: ReactNode }

/** A part of what is told of an attempt, below a line. */
export function AttemptPart({ title, detail, children }: AttemptPartProps) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 flex items-baseline gap-2 border-t pt-4 font-semibold">
        {title}
        {detail && <span className="font-normal text-ink-2 text-sm">{detail}</span>}
      </h3>
      {children}
    </section>
  )
}
