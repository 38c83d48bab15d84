import { RotateCw } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { formatRelativeTime } from '../ui/format-time.ts'
import { useNow } from '../ui/use-now.ts'

type LastCheckedProps = {
  /** Milliseconds since 1970 of the last answer; 0 before the first. */
  at: number
  /** It is read again by itself. */
  isLive: boolean
  isChecking: boolean
  /** The last attempt failed. */
  hasFailed: boolean
  onCheck: () => void
}

/** When something was read last, whether that goes on by itself, and a button that reads it at once. */
export function LastChecked({ at, isLive, isChecking, hasFailed, onCheck }: LastCheckedProps) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-3 text-sm tabular-nums">
      <span>
        {hasFailed && <span className="text-warn">last check failed · </span>}
        {isLive && 'live · '}
        {at > 0 && <Ago at={at} isLive={isLive} />}
      </span>
      {/* The spinner only for a check that was asked for: a live list would flicker. */}
      <IconButton label="Check now" size="sm" isPending={isChecking && !isLive} onClick={onCheck}>
        <RotateCw aria-hidden size={13} strokeWidth={1.8} />
      </IconButton>
    </span>
  )
}

function Ago({ at, isLive }: { at: number; isLive: boolean }) {
  const now = useNow(isLive ? 'second' : 'half-minute')
  return `checked ${formatRelativeTime(at, Math.max(now, at))}`
}
