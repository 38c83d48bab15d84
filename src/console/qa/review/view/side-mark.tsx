import { Check, CircleDot, Minus, X } from 'lucide-react'
import { cx } from '../../../../ui/cx.ts'
import type { SideName } from '../judging/rubric-rows.ts'

/** A or B as a plate. It is read out where words beside it do not say it. */
export function SideMark({ side, isSmall = false }: { side: SideName; isSmall?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid flex-none place-items-center bg-ink font-semibold text-surface uppercase',
        isSmall ? 'size-[18px] rounded-sm text-xs' : 'size-6 rounded-control text-md',
      )}
    >
      {side}
    </span>
  )
}

/** What became of each repeat. */
export function Repeats({ statuses }: { statuses: readonly string[] }) {
  if (statuses.length < 2) return null
  return (
    <span className="flex items-center gap-1.5 text-ink-3 text-xs">
      Repeats
      <span className="flex gap-[3px]">
        {statuses.map((status, index) => {
          const { Icon, className } = looks[status] ?? unknown
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: repeats have no identity but their place
              key={index}
              role="img"
              aria-label={status}
              title={status}
              className={cx('grid size-4 place-items-center rounded-[4px]', className)}
            >
              <Icon aria-hidden size={10} strokeWidth={2.4} />
            </span>
          )
        })}
      </span>
    </span>
  )
}

const bad = { Icon: X, className: 'bg-bad-soft text-bad ring-1 ring-bad ring-inset' }
const unknown = { Icon: Minus, className: 'text-ink-3 ring-1 ring-line-strong ring-inset' }
const looks: Readonly<Record<string, typeof bad>> = {
  passed: { Icon: Check, className: 'bg-ok-soft text-ok' },
  failed: bad,
  error: bad,
  running: { Icon: CircleDot, className: 'bg-run-soft text-run' },
}
