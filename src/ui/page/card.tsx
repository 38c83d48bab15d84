import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** A bordered group on a page. What fills it to the edges is clipped to its corners. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <section className={cx('min-w-0 overflow-hidden rounded-lg border bg-surface', className)}>
      {children}
    </section>
  )
}

type CardHeaderProps = {
  title: ReactNode
  /** Beside the title, less loud. */
  detail?: ReactNode
  /** At the right edge. */
  actions?: ReactNode
}

/** The first row of a Card. */
export function CardHeader({ title, detail, actions }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b px-4 py-3">
      <h2 className="font-semibold text-base tracking-[-0.005em]">{title}</h2>
      {detail && <div className="min-w-0 text-ink-2">{detail}</div>}
      <span className="grow" />
      {actions && <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
    </header>
  )
}

/** The padded content of a Card. Tables, logs and code go into the Card itself. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className="p-4">{children}</div>
}
