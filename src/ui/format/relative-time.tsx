import { usePrinting } from '../use-printing.ts'
import { formatExactTime, formatRelativeTime } from './format-time.ts'
import { now } from './now.ts'
import { useNow } from './use-now.ts'

/** A moment (ISO 8601) relative to now, kept up to date; the exact one on hover and on paper. */
export function RelativeTime({ value }: { value: string }) {
  const time = Date.parse(value)
  const at = useNow(Math.abs(now() - time) < 60_000 ? 'second' : 'half-minute')
  const isPrinting = usePrinting()
  if (Number.isNaN(time)) return <span>{value}</span>
  return (
    <time dateTime={value} title={formatExactTime(time)} className="whitespace-nowrap tabular-nums">
      {isPrinting ? formatExactTime(time) : formatRelativeTime(time, at)}
    </time>
  )
}
