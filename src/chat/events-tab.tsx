import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { formatClockTime } from '../ui/format-time.ts'
import { JsonView } from '../ui/json-view.tsx'
import type { EventLog, LoggedEvent } from './event-log.ts'

const shownAtFirst = 100

/** The raw events of the run's stream, newest first. */
export function EventsTab({ log, count }: { log: EventLog; count: number }) {
  const [shown, setShown] = useState(shownAtFirst)
  // The log grows in place: its count tells when there is something to read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const events = useMemo(() => log.list().toReversed(), [log, count])
  if (count === 0) {
    return <p className="text-ink-3">Events are listed while this page listens to a run.</p>
  }
  return (
    <>
      <p className="mb-2 text-ink-3 text-sm tabular-nums">
        {count === 1 ? '1 event' : `${count} events`}, newest first
        {count > events.length && `; the first ${count - events.length} are no longer kept`}
      </p>
      <ol>
        {events.slice(0, shown).map((item) => (
          <EventRow key={item.number} item={item} />
        ))}
      </ol>
      {events.length > shown && (
        <Button size="sm" onClick={() => setShown(shown + shownAtFirst)}>
          {`Show ${Math.min(shownAtFirst, events.length - shown)} more`}
        </Button>
      )}
    </>
  )
}

function EventRow({ item }: { item: LoggedEvent }) {
  const [isOpen, setIsOpen] = useState(false)
  const { event, at, number } = item
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex h-[26px] w-full cursor-pointer items-center gap-2 rounded-sm text-left hover:bg-bg"
      >
        <ChevronRight
          aria-hidden
          size={12}
          strokeWidth={1.8}
          className={cx('flex-none transition-transform', isOpen && 'rotate-90')}
        />
        <span className="mono w-9 flex-none text-right text-ink-3">{event.id ?? `#${number}`}</span>
        <span className="mono min-w-0 grow truncate">{event.event}</span>
        <span className="flex-none text-ink-3 text-sm tabular-nums">{formatClockTime(at)}</span>
      </button>
      {isOpen && (
        <div className="mb-2">
          {/* The addresses in it let anyone vote: they are not put on the screen. */}
          <JsonView
            value={event.event === 'feedback' ? maskedUrls(event.data) : event.data}
            label={`data of event ${event.id ?? number}`}
            openDepth={2}
          />
        </div>
      )}
    </li>
  )
}

function maskedUrls(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return '…'
  return Object.fromEntries(Object.keys(data).map((key) => [key, '(pre-signed address)']))
}
