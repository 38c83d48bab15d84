import { RotateCw } from 'lucide-react'
import type { PollInterval } from '../../client/polling.ts'
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

/** An answer may take a moment, however often it is asked for. */
const leastOverdueMs = 5_000

type LastCheckedProps = {
  read: CheckedRead
  /** How often it is read again by itself, in milliseconds. */
  everyMs: PollInterval
  /** It is among what is read again when a server tells that it changed. */
  isFollowed?: boolean
  /** When it is read next is worth telling. */
  isCounting?: boolean
  /** Reads more than that. */
  onCheck?: (() => void) | undefined
}

/**
 * When something was read last, whether that goes on by itself, and a button that reads it at once. It is live while
 * its server tells what changes, or while reads come as often as they should: not when the last one failed, nor when
 * the last answer is older than a few of them.
 */
export function LastChecked(props: LastCheckedProps) {
  const { read, everyMs, isFollowed = false, isCounting = false, onCheck } = props
  const isTold = useIsTold() && isFollowed
  const { dataUpdatedAt, isRefetching, isRefetchError: hasFailed } = read
  const at = dataUpdatedAt && byServer(dataUpdatedAt)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-3 text-sm tabular-nums print:hidden">
      {/* As wide as “live · up to date”, which comes a moment later: the line breaks where it will. */}
      <span className="min-w-22">
        {hasFailed && <span className="text-warn">last check failed · </span>}
        {at > 0 &&
          (isTold && !hasFailed ? (
            `${isCounting && everyMs !== false ? '' : 'live · '}up to date`
          ) : (
            <Ago at={at} everyMs={everyMs} isCounting={isCounting} hasFailed={hasFailed} />
          ))}
      </span>
      {/* The spinner only for a check that was asked for: a live list would flicker. */}
      <IconButton
        label="Check now"
        size="sm"
        isPending={isRefetching && everyMs === false && !isTold}
        onClick={onCheck ?? (() => void read.refetch())}
      >
        <RotateCw aria-hidden size={13} strokeWidth={1.8} />
      </IconButton>
    </span>
  )
}

type AgoProps = { at: number; everyMs: PollInterval; isCounting: boolean; hasFailed: boolean }

function Ago({ at, everyMs, isCounting, hasFailed }: AgoProps) {
  // By the half minute it would say “now” of what was read 29 s ago.
  const now = useNow('second')
  const ago = `${hasFailed ? 'last answer' : 'checked'} ${formatRelativeTime(at, Math.max(now, at))}`
  if (everyMs === false) return ago
  const isLive = !hasFailed && now - at < Math.max(3 * everyMs, leastOverdueMs)
  if (!isCounting) return isLive ? `live · ${ago}` : ago
  const seconds = Math.ceil((at + everyMs - now) / 1000)
  return `${ago} · ${seconds > 0 ? `next in ${seconds} s` : 'checking'}`
}
