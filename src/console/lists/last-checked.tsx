import { RotateCw } from 'lucide-react'
import { IconButton } from '../../ui/controls/button.tsx'
import { formatRelativeTime } from '../../ui/format/format-time.ts'
import { useNow } from '../../ui/format/use-now.ts'

type LastCheckedProps = {
  /** Milliseconds since 1970 of the last answer; 0 before the first. */
  at: number
  /** It is read again by itself. */
  isLive: boolean
  /** Milliseconds from that answer to the next read, where that is worth telling. */
  nextInMs?: number | undefined
  isChecking: boolean
  /** The last attempt failed. */
  hasFailed: boolean
  onCheck: () => void
}

/** When something was read last, whether that goes on by itself, and a button that reads it at once. */
export function LastChecked(props: LastCheckedProps) {
  const { at, isLive, nextInMs, isChecking, hasFailed, onCheck } = props
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-3 text-sm tabular-nums print:hidden">
      <span>
        {hasFailed && <span className="text-warn">last check failed · </span>}
        {isLive && nextInMs === undefined && 'live · '}
        {at > 0 && <Ago at={at} isLive={isLive} nextInMs={nextInMs} hasFailed={hasFailed} />}
      </span>
      {/* The spinner only for a check that was asked for: a live list would flicker. */}
      <IconButton label="Check now" size="sm" isPending={isChecking && !isLive} onClick={onCheck}>
        <RotateCw aria-hidden size={13} strokeWidth={1.8} />
      </IconButton>
    </span>
  )
}

type AgoProps = Pick<LastCheckedProps, 'at' | 'isLive' | 'nextInMs' | 'hasFailed'>

function Ago({ at, isLive, nextInMs, hasFailed }: AgoProps) {
  const now = useNow(isLive ? 'second' : 'half-minute')
  const ago = `${hasFailed ? 'last answer' : 'checked'} ${formatRelativeTime(at, Math.max(now, at))}`
  if (!isLive || nextInMs === undefined) return ago
  const seconds = Math.ceil((at + nextInMs - now) / 1000)
  return `${ago} · ${seconds > 0 ? `next in ${seconds} s` : 'checking'}`
}
