import { cx } from '../cx.ts'
import { formatDuration, formatLiveDuration } from '../format/format-duration.ts'
import { useNow } from '../format/use-now.ts'

type StepTimelineProps = {
  label: string
  steps: readonly {
    id: string
    name: string
    /** Milliseconds since 1970. */
    startMs: number
    /** Null while it runs. */
    endMs: number | null
    hasFailed?: boolean
    /** Stopped before it was done. */
    isCut?: boolean
    /** It ended with those beside it, or before. */
    isAtMost?: boolean
  }[]
  /** Since when nothing has been heard of what runs: it is drawn as far as that. Milliseconds since 1970; null while something is. */
  lostSince?: number | null
}

const atMostWords = 'It ran beside others; when the last of them ended is known'

/** When each step ran, as bars on one scale. */
export function StepTimeline({ label, steps, lostSince = null }: StepTimelineProps) {
  const isLive = lostSince === null && steps.some((step) => step.endMs === null)
  const present = useNow(isLive ? 'second' : 'half-minute')
  const now = lostSince ?? present
  const start = Math.min(...steps.map((step) => step.startMs))
  const end = Math.max(...steps.map((step) => step.endMs ?? Math.max(now, step.startMs)))
  const percent = (ms: number) => `${(100 * ms) / Math.max(1, end - start)}%`
  return (
    <ol aria-label={label}>
      {steps.map((step) => {
        const isRunning = step.endMs === null
        const ms = Math.max(0, (step.endMs ?? now) - step.startMs)
        return (
          <li
            key={step.id}
            className="grid h-[26px] grid-cols-[112px_minmax(0,1fr)_52px] items-center gap-2"
          >
            <span
              className={cx('mono truncate', isRunning && 'font-semibold')}
              title={step.isCut ? `${step.name}, cut off` : step.name}
            >
              {step.name}
            </span>
            <span aria-hidden className="pr-1">
              <span
                className={cx(
                  'block h-2 min-w-1 rounded-[4px] opacity-75',
                  isRunning
                    ? 'bg-run'
                    : step.hasFailed
                      ? 'bg-bad'
                      : step.isCut
                        ? 'bg-ink-3'
                        : 'bg-ok',
                )}
                style={{ marginLeft: percent(step.startMs - start), width: percent(ms) }}
              />
            </span>
            <span
              title={step.isAtMost ? atMostWords : undefined}
              className={cx(
                'whitespace-nowrap text-sm tabular-nums',
                isRunning ? 'text-run' : step.hasFailed ? 'text-bad' : 'text-ink-3',
              )}
            >
              {isRunning
                ? formatLiveDuration(ms)
                : `${step.isAtMost ? '≤ ' : ''}${formatDuration(ms)}`}
              {step.hasFailed && <span className="sr-only">, failed</span>}
              {step.isCut && <span className="sr-only">, cut off</span>}
              {isRunning && <span className="sr-only">, running</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
