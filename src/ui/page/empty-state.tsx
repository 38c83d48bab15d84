import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  icon?: ReactNode
  /** The way out of emptiness. */
  action?: ReactNode
}

/** Says that there is nothing, why, and what to do about it. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {icon && <div className="mb-3 text-ink-3">{icon}</div>}
      <p className="font-semibold text-lg">{title}</p>
      {children && <div className="mt-1 max-w-[420px] text-ink-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
