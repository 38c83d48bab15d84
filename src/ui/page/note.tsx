import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type NoteProps = {
  /** `plain` has no icon. `bad` is announced when it appears. */
  tone?: 'plain' | 'info' | 'warn' | 'bad'
  title?: ReactNode
  children?: ReactNode
  /** Stands at the right edge. */
  action?: ReactNode
}

const looks = {
  plain: { icon: null, className: 'bg-bg border-line text-ink' },
  info: { icon: Info, className: 'bg-bg border-line text-ink [&>svg]:text-ink-3' },
  warn: {
    icon: TriangleAlert,
    className:
      'bg-warn-soft border-transparent text-ink dark:bg-warn/8 dark:border-warn/25 [&>svg]:text-warn',
  },
  bad: {
    icon: CircleAlert,
    className:
      'bg-bad-soft border-transparent text-ink dark:bg-bad/8 dark:border-bad/30 [&>svg]:text-bad',
  },
}

/** A callout in the flow of a page. */
export function Note({ tone = 'plain', title, children, action }: NoteProps) {
  const { icon: Icon, className } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={cx('flex gap-2.5 rounded-md border px-3.5 py-2.5', className)}
    >
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.8} className="mt-0.5 flex-none" />}
      <div className="min-w-0 grow break-words">
        {title && <div className="font-semibold">{title}</div>}
        {children}
      </div>
      {action && <div className="flex-none">{action}</div>}
    </div>
  )
}
