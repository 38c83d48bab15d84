import { RotateCw } from 'lucide-react'
import { IconButton } from '../../ui/controls/button.tsx'
import { formatRelativeTime } from '../../ui/format/format-time.ts'
import { byServer } from '../../ui/format/now.ts'
import { useNow } from '../../ui/format/use-now.ts'
import { useIsTold } from '../shell/changes/use-changes.ts'

/** What is told of a read; a result of TanStack Query has it. */
export interface CheckedRead {
  /** Milliseconds since 1970 of the last answer; 0 before the first. */
  dataUpdatedAt: number
  isRefetching: boolean
  /** The last attempt failed. */
  isRefetchError: boolean
  refetch: () => unknown
}

type LastCheckedProps = {
  read: CheckedRead
  /** It is read again by itself. */
  isLive: boolean
  /** It is among what is read again when a server tells that it changed. */
  isFollowed?: boolean
  /** Milliseconds from the last answer to the next read, where that is worth telling. */
  nextInMs?: number | undefined
  /** Reads more than that. */
  onCheck?: (() => void) | undefined
}

/** When something was read last, whether that goes on by itself, and a button that reads it at once. */
export function LastChecked(props: LastCheckedProps) {
  const { read, isLive, isFollowed = false, nextInMs, onCheck } = props
  const isTold = useIsTold() && isFollowed
  const { dataUpdatedAt, isRefetching, isRefetchError: hasFailed } = read
  const at = dataUpdatedAt && byServer(dataUpdatedAt)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-3 text-sm tabular-nums print:hidden">
      {/* As wide as “live · up to date”, which comes a moment later: the line breaks where it will. */}
      <span className="min-w-22">
        {hasFailed && <span className="text-warn">last check failed · </span>}
        {(isLive || isTold) && nextInMs === undefined && 'live · '}
        {at > 0 && isTold && !hasFailed && 'up to date'}
        {at > 0 && (!isTold || hasFailed) && (
          <Ago at={at} isLive={isLive} nextInMs={nextInMs} hasFailed={hasFailed} />
        )}
      </span>
      {/* The spinner only for a check that was asked for: a live list would flicker. */}
      <IconButton
        label="Check now"
        size="sm"
        isPending={isRefetching && !isLive && !isTold}
        onClick={onCheck ?? (() => void read.refetch())}
      >
        <RotateCw aria-hidden size={13} strokeWidth={1.8} />
      </IconButton>
    </span>
  )
}

type AgoProps = Pick<LastCheckedProps, 'isLive' | 'nextInMs'> & { at: number; hasFailed: boolean }

function Ago({ at, isLive, nextInMs, hasFailed }: AgoProps) {
  // By the half minute it would say “now” of what was read 29 s ago.
  const now = useNow('second')
  const ago = `${hasFailed ? 'last answer' : 'checked'} ${formatRelativeTime(at, Math.max(now, at))}`
  if (!isLive || nextInMs === undefined) return ago
  const seconds = Math.ceil((at + nextInMs - now) / 1000)
  return `${ago} · ${seconds > 0 ? `next in ${seconds} s` : 'checking'}`
}
