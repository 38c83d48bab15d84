import { ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { writeJson } from '../../contract/exact-json.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { cx } from '../../ui/cx.ts'
import { formatClockTime } from '../../ui/format/format-time.ts'
import { JsonView } from '../../ui/page/json-view.tsx'
import type { ReceivedEvent } from '../conversation/event-log.ts'
import { WindowedList } from '../scrolling/windowed-list.tsx'
import type { RunSession, SessionSnapshot } from '../session/session-types.ts'
import { shareable } from './event-file.ts'
import { ReplayButton } from './history/replay-button.tsx'
import { SaveStreamButton } from './save-stream-button.tsx'

type EventsTabProps = { session: RunSession; snapshot: SessionSnapshot }

/** The raw events of the run's stream, newest first: to search, copy, save and play again. */
export function EventsTab({ session, snapshot }: EventsTabProps) {
  const { log, eventCount } = snapshot
  const [filter, setFilter] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const scroller = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log grows in place, its count tells when
  const events = useMemo(() => log.list().toReversed(), [log, eventCount])
  const shown = useMemo(() => events.filter(matches(filter)), [events, filter])
  if (eventCount === 0) {
    return (
      <>
        <p className="mb-2 text-ink-3">Events are listed while this page listens to a run.</p>
        <ReplayButton />
      </>
    )
  }
  const toggle = (number: number) =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(number)) next.add(number)
      return next
    })
  const missing = eventCount - events.length
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-1.5">
        <SaveStreamButton session={session} />
        <ReplayButton />
        <CopyButton
          label="Copy the events shown"
          text={() =>
            shown.map(({ event }) => writeJson({ ...event, data: shareable(event) })).join('\n')
          }
        />
      </div>
      <TextInput
        aria-label="Filter events"
        placeholder="Filter by kind or content"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <p className="mt-2 mb-1 text-ink-3 text-sm tabular-nums">
        {filter === ''
          ? `${eventCount === 1 ? '1 event' : `${eventCount} events`}, newest first`
          : `${shown.length} of ${events.length} events`}
        {missing > 0 && `; the first ${missing} are no longer kept here`}
      </p>
      <section
        ref={scroller}
        aria-label="Events"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        className="max-h-[60vh] overflow-y-auto focus-visible:-outline-offset-2"
      >
        <WindowedList
          items={shown}
          keyOf={(item) => String(item.number)}
          estimate={() => 26}
          scroller={scroller}
          render={(item) => (
            <EventRow item={item} isOpen={open.has(item.number)} onToggle={toggle} />
          )}
        />
      </section>
      {shown.length === 0 && (
        <Button size="sm" onClick={() => setFilter('')}>
          Show all events
        </Button>
      )}
    </>
  )
}

function matches(filter: string): (item: ReceivedEvent) => boolean {
  const words = filter.trim().toLowerCase()
  if (words === '') return () => true
  return ({ event }) =>
    event.event.toLowerCase().includes(words) ||
    writeJson(shareable(event)).toLowerCase().includes(words)
}

type EventRowProps = { item: ReceivedEvent; isOpen: boolean; onToggle: (number: number) => void }

function EventRow({ item, isOpen, onToggle }: EventRowProps) {
  const { event, at, number } = item
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onToggle(number)}
        className="flex h-[26px] w-full cursor-pointer items-center gap-2 rounded-sm text-left hover:bg-bg focus-visible:-outline-offset-2"
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
          <JsonView
            value={shareable(event)}
            label={`data of event ${event.id ?? number}`}
            openDepth={2}
          />
        </div>
      )}
    </>
  )
}
