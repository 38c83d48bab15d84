import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { LogEntry, LogRuns } from '../../../contract/control-plane/revisions.ts'
import { useNow } from '../../../ui/format/use-now.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { LogView, type LogViewHandle } from '../../../ui/page/log-view.tsx'
import { UrlChoice } from '../../lists/url-choice.tsx'
import type { UrlFilters } from '../../lists/url-filters.ts'
import { UrlSearch } from '../../lists/url-search.tsx'
import { beginsError, filterLog, logLevels } from './log-filter.ts'
import { logKeys } from './log-keys.ts'
import { type StreamChoice, wantedStream } from './log-streams.ts'
import { logTimes, wantedTime } from './log-time.ts'
import { LogTimeFields } from './log-time-fields.tsx'
import { type LogHeight, LogTools } from './log-tools.tsx'
import { nextError } from './next-error.ts'
import { RunLink } from './run-link.tsx'

type LogPanelProps = {
  label: string
  url: UrlFilters
  /** Those of the chosen stream. */
  lines: readonly LogEntry[]
  /** How many were read in all: what came while it is paused is counted by it. */
  count: number
  /** Where the runs are that lines lead to; none on the page of a run. */
  runs?: LogRuns
  /** The streams to choose from; one alone is no choice. */
  streams?: readonly { value: StreamChoice; label: string }[]
  /** More may come by itself. */
  isLive: boolean
  /** What stands in the place of lines where there are none at all. */
  emptyText: string
  /** Behind the filters. */
  children?: ReactNode
}

interface Paused {
  lines: readonly LogEntry[]
  count: number
}

/**
 * A log to follow, to hold still and to search, also by keys (`logKeys`). What is shown of it, and how large, is in the
 * address.
 */
export function LogPanel({
  label,
  url,
  lines: all,
  count,
  runs = {},
  streams = [],
  isLive,
  emptyText,
  children,
}: LogPanelProps) {
  const view = useRef<LogViewHandle>(null)
  const [paused, setPaused] = useState<Paused | null>(null)
  const [isFollowing, setIsFollowing] = useState(true)
  const [found, setFound] = useState('')
  // Where the reader was in the other size.
  const [place, setPlace] = useState<number | null>(null)
  const level = logLevels.find(({ value }) => value === url.get('level'))?.value ?? 'all'
  const stream = wantedStream(url, streams)
  // Typing comes first, however long the log.
  const text = useDeferredValue(url.get('find') ?? '')
  const { from, to } = wantedTime(url.get, useNow('half-minute'))
  const held = paused?.lines ?? all
  const lines = useMemo(
    () => filterLog(held, { text, level, stream, from, to }),
    [held, text, level, stream, from, to],
  )
  const errors = useMemo(
    () => lines.flatMap((line, index) => (beginsError(line) ? [index] : [])),
    [lines],
  )
  const isNarrowed = lines.length < held.length
  const goTo = (direction: 1 | -1) => {
    const next = nextError(errors, view.current?.place() ?? -1, direction)
    if (next === null) return
    setIsFollowing(false)
    view.current?.goTo(errors[next] ?? 0)
    setFound(`Error ${next + 1} of ${errors.length}`)
  }
  const pause = (isPaused: boolean) => {
    setPaused(isPaused ? { lines: all, count } : null)
    if (!isPaused) setIsFollowing(true)
  }
  const onKeyDown = logKeys({ onError: goTo, onPause: () => pause(paused === null) })
  const setHeight = (height: LogHeight) => {
    setPlace(view.current?.place() ?? null)
    url.set('height', height === 'tail' ? null : height)
  }
  const isFull = url.get('height') === 'full'
  const isTall = url.get('height') === 'tall'
  const body = (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the log within it
    <div className={isFull ? 'flex min-h-0 flex-1 flex-col' : undefined} onKeyDown={onKeyDown}>
      <div className="flex flex-wrap items-center gap-2 border-t py-1.5 pr-3 pl-2 print:hidden">
        {streams.length > 1 && (
          <UrlChoice url={url} name="log" label="Log" options={streams} variant="ghost" />
        )}
        <UrlChoice url={url} name="level" label="Level" options={logLevels} variant="ghost" />
        <UrlChoice url={url} name="time" label="Time" options={logTimes} variant="ghost" />
        <LogTimeFields url={url} />
        <UrlSearch isInline url={url} name="find" label="Search the log" />
        <span role="status" className="text-ink-3 text-sm tabular-nums">
          {[
            countText(lines.length, held.length),
            paused && `paused, ${(count - paused.count).toLocaleString('en')} new`,
            found,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-1">
          <LogTools
            isPaused={paused !== null}
            onPause={pause}
            isFollowing={isFollowing}
            onFollow={setIsFollowing}
            hasErrors={errors.length > 0}
            onError={goTo}
            height={isFull ? 'full' : isTall ? 'tall' : 'tail'}
            onHeight={setHeight}
          />
          {children}
        </span>
      </div>
      <div className={isFull ? 'min-h-0 flex-1' : undefined}>
        <LogView
          ref={view}
          label={label}
          lines={lines}
          leadOf={({ run_id }: LogEntry) => <RunLink runId={run_id} runs={runs} />}
          isFollowing={isFollowing}
          onFollow={setIsFollowing}
          startAt={place}
          isLive={isLive && !isNarrowed && paused === null}
          height={isFull ? 'fill' : isTall ? 'tall' : 'tail'}
          emptyText={held.length > 0 ? 'No line matches.' : emptyText}
        />
      </div>
    </div>
  )
  if (!isFull) return body
  return (
    <>
      {/* What is below stays where it is. */}
      <div className="h-56 border-t bg-sunken" />
      <Dialog isOpen title={label} size="full" onClose={() => setHeight('tail')}>
        {body}
      </Dialog>
    </>
  )
}

function countText(shown: number, all: number): string {
  const count =
    shown < all
      ? `${shown.toLocaleString('en')} of ${all.toLocaleString('en')}`
      : all.toLocaleString('en')
  return `${count} ${all === 1 ? 'line' : 'lines'}`
}
