import { formatRelativeTime } from '../../ui/format-time.ts'
import { useNow } from '../../ui/use-now.ts'

type CheckedProps = {
  /** Milliseconds since 1970 of the last answer. */
  at: number
  /** Milliseconds from that answer to the next read; false when there will be none. */
  nextInMs: number | false
  /** The last attempt failed. */
  hasFailed?: boolean
}

/** When something was read last, and when it will be read again. */
export function Checked({ at, nextInMs, hasFailed = false }: CheckedProps) {
  return (
    <span className="whitespace-nowrap text-ink-3 text-sm tabular-nums">
      {hasFailed && <span className="text-warn">last check failed · </span>}
      {nextInMs === false ? <Rests at={at} /> : <Goes at={at} nextInMs={nextInMs} />}
    </span>
  )
}

function Rests({ at }: { at: number }) {
  const now = useNow('half-minute')
  return `checked ${formatRelativeTime(at, Math.max(now, at))}`
}

function Goes({ at, nextInMs }: { at: number; nextInMs: number }) {
  const now = useNow('second')
  const seconds = Math.ceil((at + nextInMs - now) / 1000)
  const next = seconds > 0 ? `next in ${seconds} s` : 'checking'
  return `checked ${formatRelativeTime(at, Math.max(now, at))} · ${next}`
}
