import { formatDuration, formatLiveDuration } from './format-duration.ts'
import { useNow } from './use-now.ts'

type DurationProps = {
  /** ISO 8601. */
  start: string
  /** ISO 8601; without it the duration is still growing, and counts each second. */
  end?: string | null | undefined
}

/** How long something took, or has taken so far. */
export function Duration({ start, end }: DurationProps) {
  return end ? (
    <span className="whitespace-nowrap tabular-nums">
      {formatDuration(Date.parse(end) - Date.parse(start))}
    </span>
  ) : (
    <LiveDuration start={start} />
  )
}

/** Apart, so that finished ones do not keep the clock ticking. */
function LiveDuration({ start }: { start: string }) {
  const now = useNow('second')
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatLiveDuration(now - Date.parse(start))}
    </span>
  )
}
