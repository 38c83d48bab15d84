import { useVirtualizer } from '@tanstack/react-virtual'
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { formatClockTime } from '../format/format-time.ts'

export type LogLine = {
  id?: string | number | null | undefined
  /** ISO 8601. */
  timestamp?: string | null | undefined
  /** Any casing; INFO and unknown words are not coloured. */
  level?: string | null | undefined
  message: string
}

type LogViewProps = {
  label: string
  lines: readonly LogLine[]
  emptyText: string
  /** More may come: shows a caret. */
  isLive?: boolean
  /** `tail` is 224 px high, so that nothing below it moves when lines come; `fill` takes the height it is given. */
  height?: 'tail' | 'fill'
}

/** As `h-56`. */
const tailPx = 224

const levelTones: Record<string, string> = {
  debug: 'text-ink-2',
  warning: 'text-warn',
  warn: 'text-warn',
  error: 'text-bad',
  critical: 'text-bad',
}

/** Lines of a log. Stays at the newest one while the reader is there, and leaves the reader alone otherwise. */
export function LogView({
  label,
  lines,
  emptyText,
  isLive = false,
  height = 'tail',
}: LogViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isFollowing, setIsFollowing] = useState(true)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 19,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
    paddingStart: 12,
    paddingEnd: 12,
    // The newest lines are drawn with the rest of the page, before anything of it has been measured.
    initialRect: { width: 0, height: tailPx },
    initialOffset: Number.MAX_SAFE_INTEGER,
  })
  const totalSize = rows.getTotalSize()

  // Also when the size alone changes: a wrapped line is measured only after it has been drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is the event
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && isFollowing) element.scrollTop = element.scrollHeight
  }, [totalSize, lines.length, isFollowing])

  const seenSize = useRef('')
  const onScroll = ({ currentTarget: element }: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = element
    const size = `${scrollHeight} ${clientHeight}`
    const isReaders = size === seenSize.current
    seenSize.current = size
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 24
    // The browser's own doing, as when a hidden page is shown again: nobody wanted to stop following.
    if (isFollowing && !isAtEnd && !isReaders) element.scrollTop = scrollHeight
    else setIsFollowing(isAtEnd)
  }

  return (
    <div className={cx('relative', height === 'fill' && 'h-full')}>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className={cx(
          'mono overflow-y-auto bg-sunken text-ink-2 leading-[19px] focus-visible:-outline-offset-2',
          height === 'fill' ? 'h-full' : 'h-56',
        )}
      >
        {lines.length === 0 && <p className="px-4 py-3">{emptyText}</p>}
        <div className="relative" style={{ height: lines.length ? totalSize : 0 }}>
          {rows.getVirtualItems().map((row) => {
            const line = lines[row.index]
            return (
              line && (
                <div
                  key={row.key}
                  data-index={row.index}
                  ref={rows.measureElement}
                  style={{ transform: `translateY(${row.start}px)` }}
                  className="absolute inset-x-0 top-0 whitespace-pre-wrap px-4 [overflow-wrap:anywhere]"
                >
                  <Line line={line} />
                  {isLive && row.index === lines.length - 1 && (
                    <span className="ml-0.5 inline-block h-3 w-1.5 animate-live rounded-[1px] bg-accent align-[-1px]" />
                  )}
                </div>
              )
            )
          })}
        </div>
      </div>
      {!isFollowing && (
        <div className="absolute right-4 bottom-3">
          <Button size="sm" onClick={() => setIsFollowing(true)}>
            Newest lines
          </Button>
        </div>
      )}
    </div>
  )
}

function Line({ line }: { line: LogLine }) {
  const level = line.level?.toLowerCase() ?? ''
  const time = line.timestamp ? Date.parse(line.timestamp) : Number.NaN
  return (
    <>
      {!Number.isNaN(time) && <span title={line.timestamp ?? ''}>{formatClockTime(time)} </span>}
      {levelTones[level] && <span className={levelTones[level]}>{level} </span>}
      <span className={level === 'debug' ? undefined : 'text-ink'}>{line.message}</span>
    </>
  )
}
