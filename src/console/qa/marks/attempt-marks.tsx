import { Check, Minus, X } from 'lucide-react'
import type { AttemptStatus } from '../../../contract/qa/attempts.ts'
import { cx } from '../../../ui/cx.ts'

/** More repeats than this are counted by how they ended. */
const mostMarks = 6

/** The order in which they are counted. */
const counted: readonly AttemptStatus[] = [
  'passed',
  'failed',
  'error',
  'lost',
  'cancelled',
  'running',
  'waiting',
]

/** How the repeats of a case ended, one mark each; of many, a mark of each kind with its number. */
export function AttemptMarks({ statuses }: { statuses: readonly AttemptStatus[] }) {
  const isMany = statuses.length > mostMarks
  const groups = counted.flatMap((status) => {
    const count = statuses.filter((one) => one === status).length
    return count > 0 ? [{ status, count }] : []
  })
  const words = isMany
    ? groups.map(({ status, count }) => `${count} ${status}`).join(', ')
    : statuses.join(', ')
  return (
    <span
      role="img"
      aria-label={words || 'no attempts'}
      title={words}
      className={cx('inline-flex flex-none', isMany ? 'gap-2' : 'gap-[3px]')}
    >
      {isMany
        ? groups.map(({ status, count }) => (
            <span key={status} className="inline-flex items-center gap-1 text-sm tabular-nums">
              <AttemptMark status={status} />
              {count}
            </span>
          ))
        : statuses.map((status, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a repeat is known by its place
            <AttemptMark key={index} status={status} />
          ))}
    </span>
  )
}

/** One attempt as a square of 16 px; its words stand elsewhere. */
export function AttemptMark({ status }: { status: AttemptStatus }) {
  return (
    <span
      aria-hidden
      className={cx('grid size-4 flex-none place-items-center rounded-[4px]', looks[status])}
    >
      {signOf(status)}
    </span>
  )
}

const icon = { size: 10, strokeWidth: 2.2 } as const
const failedLook = 'bg-bad-soft text-bad inset-ring inset-ring-current'
const restLook = 'text-ink-3 inset-ring inset-ring-line-strong'

const looks: Record<AttemptStatus, string> = {
  passed: 'bg-ok-soft text-ok',
  failed: failedLook,
  error: failedLook,
  lost: failedLook,
  running: 'bg-run-soft text-run',
  cancelled: restLook,
  waiting: restLook,
}

function signOf(status: AttemptStatus) {
  switch (status) {
    case 'passed':
      return <Check {...icon} />
    case 'failed':
    case 'error':
    case 'lost':
      return <X {...icon} />
    case 'running':
      return <span className="size-1.5 rounded-full bg-current" />
    case 'cancelled':
      return <Minus {...icon} />
    case 'waiting':
      return null
  }
}
