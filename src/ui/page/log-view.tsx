import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  type UIEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { AnsiText } from '../format/ansi-text.tsx'
import { formatClockTime } from '../format/format-time.ts'

export type ShownLine = {
  id?: string | number | null | undefined
  /** ISO 8601. */
  timestamp?: string | null | undefined
  /** Any casing; INFO and unknown words are not coloured. */
  level?: string | null | undefined
  message: string
  /** The line stands where so many lines were not kept. */
  dropped?: number | null | undefined
}

export interface LogViewHandle {
  /** Brings a line into the middle and marks it. */
  goTo: (index: number) => void
  /** The line that was gone to as long as it is seen, otherwise the one before the first that is seen; -1 for none. */
  place: () => number
}

type LogViewProps<Shown extends ShownLine> = {
  label: string
  lines: readonly Shown[]
  /** Behind the time of a line; null for nothing. */
  leadOf?: (line: Shown) => ReactNode
  emptyText: string
  /** Stays at the newest line. */
  isFollowing: boolean
  /** The reader has left the newest line, or has come back to it. */
  onFollow: (isFollowing: boolean) => void
  /** The line to begin at while it does not follow. */
  startAt?: number | null
  /** More may come: shows a caret. */
  isLive?: boolean
  /** `tail` is 224 px high, so that nothing below it moves when lines come; `tall` is as high as the window allows, `fill` as what it is in. */
  height?: 'tail' | 'tall' | 'fill'
  ref?: Ref<LogViewHandle>
}

/** As `h-56`. */
const tailPx = 224
const linePx = 19

const heights = { tail: 'h-56', tall: 'h-[calc(100dvh-180px)] min-h-56', fill: 'h-full' }

const levelTones: Record<string, string> = {
  debug: 'text-ink-2',
  warning: 'text-warn',
  warn: 'text-warn',
  error: 'text-bad',
  critical: 'text-bad',
}

/** Lines of a log, of which only those that are seen are drawn. Follows the newest one until the reader leaves it. */
export function LogView<Shown extends ShownLine>({
  label,
  lines,
  leadOf,
  emptyText,
  isFollowing,
  onFollow,
  startAt = null,
  isLive = false,
  height = 'tail',
  ref,
}: LogViewProps<Shown>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState<ShownLine | null>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 20,
    paddingStart: 12,
    paddingEnd: 12,
    // The newest lines are drawn with the rest of the page, before anything of it has been measured.
    initialRect: { width: 0, height: tailPx },
    initialOffset: Number.MAX_SAFE_INTEGER,
  })
  const totalSize = rows.getTotalSize()

  useImperativeHandle(ref, () => ({
    goTo: (index) => {
      setMarked(lines[index] ?? null)
      rows.scrollToIndex(index, { align: 'center' })
    },
    place: () => {
      const { scrollOffset: top, scrollRect } = rows
      const bottom = (top ?? 0) + (scrollRect?.height ?? 0)
      const seen = rows
        .getVirtualItems()
        .filter(({ start, end }) => end > (top ?? 0) && start < bottom)
      const at = seen.find(({ index }) => lines[index] === marked && marked !== null)
      return at?.index ?? (seen[0]?.index ?? 0) - 1
    },
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is drawn
  useLayoutEffect(() => {
    if (!isFollowing && startAt !== null) rows.scrollToIndex(startAt, { align: 'start' })
  }, [])

  // Also when the size alone changes: a wrapped line is measured only after it has been drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size is the event
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && isFollowing) element.scrollTop = element.scrollHeight
  }, [totalSize, lines.length, isFollowing, height])

  const seenSize = useRef('')
  const onScroll = ({ currentTarget: element }: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = element
    const size = `${scrollHeight} ${clientHeight}`
    const isReaders = size === seenSize.current
    seenSize.current = size
    const isAtEnd = scrollHeight - scrollTop - clientHeight < 24
    // The browser's own doing, as when a hidden page is shown again: nobody wanted to stop following.
    if (isFollowing && !isAtEnd && !isReaders) element.scrollTop = scrollHeight
    else if (isAtEnd !== isFollowing) onFollow(isAtEnd)
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
          heights[height],
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
                  aria-current={line === marked ? 'true' : undefined}
                  className={cx(
                    'absolute inset-x-0 top-0 whitespace-pre-wrap px-4 [overflow-wrap:anywhere]',
                    line === marked && 'bg-accent-soft',
                    Boolean(line.dropped) && 'bg-warn-soft',
                  )}
                >
                  <Line line={line} lead={leadOf?.(line)} />
                  {isLive && row.index === lines.length - 1 && <Caret />}
                </div>
              )
            )
          })}
        </div>
      </div>
      {!isFollowing && (
        <div className="absolute right-4 bottom-3">
          <Button size="sm" onClick={() => onFollow(true)}>
            Newest lines
          </Button>
        </div>
      )}
    </div>
  )
}

function Caret() {
  return (
    <span className="ml-0.5 inline-block h-3 w-1.5 animate-live rounded-[1px] bg-accent align-[-1px]" />
  )
}

function Line({ line, lead }: { line: ShownLine; lead: ReactNode }) {
  const level = line.level?.toLowerCase() ?? ''
  const time = line.timestamp ? Date.parse(line.timestamp) : Number.NaN
  return (
    <>
      {!Number.isNaN(time) && <span title={line.timestamp ?? ''}>{formatClockTime(time)} </span>}
      {lead}
      {levelTones[level] && <span className={levelTones[level]}>{level} </span>}
      <span className={level === 'debug' ? undefined : 'text-ink'}>
        <AnsiText text={line.message} />
      </span>
    </>
  )
}
