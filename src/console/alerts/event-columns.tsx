import { Link } from 'react-router-dom'
import type { AlertEvent, AlertMessage } from '../../contract/alerts/events.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { StatusPill, type Tone } from '../../ui/page/status-pill.tsx'
import { actionsColumn, type Column } from '../lists/column.tsx'
import { paths } from '../paths.ts'
import { EventMenu } from './event-menu.tsx'

/** The columns of the history. @param isLocal what events are about can be opened with this connection */
export const eventColumns = (isLocal: boolean): readonly Column<AlertEvent>[] => [
  {
    head: 'State',
    className: 'max-[599px]:hidden',
    cellClass: 'py-2 align-top',
    cell: (event) => <State event={event} />,
  },
  {
    head: 'What',
    cellClass:
      'py-2 align-top max-w-[420px] max-[599px]:max-w-[72vw] whitespace-normal wrap-anywhere',
    cell: (event) => (
      <>
        <span className="mb-1 block min-[600px]:hidden">
          <State event={event} />
        </span>
        <What event={event} isLocal={isLocal} />
        <span className="block text-ink-2 text-sm">{event.detail}</span>
        {event.end_detail && <span className="block text-ink-2 text-sm">{event.end_detail}</span>}
        <span className="block text-ink-3 text-sm min-[900px]:hidden">
          {event.rule_name} · <RelativeTime value={event.began_at} />
        </span>
        <span className="block min-[900px]:hidden">
          <Told messages={event.messages} />
        </span>
      </>
    ),
  },
  {
    head: 'Rule',
    className: 'max-[899px]:hidden',
    cellClass: 'py-2 align-top max-w-44 truncate text-ink-2',
    titleOf: ({ rule_name }) => rule_name,
    cell: ({ rule_name }) => rule_name,
  },
  {
    head: 'Began',
    className: 'max-[899px]:hidden',
    cellClass: 'py-2 align-top whitespace-nowrap text-ink-2',
    cell: ({ began_at, ended_at }) => (
      <>
        <RelativeTime value={began_at} />
        <span className="block text-ink-3 text-sm tabular-nums">
          for <Duration start={began_at} end={ended_at} />
        </span>
      </>
    ),
  },
  {
    head: 'Told',
    className: 'max-[899px]:hidden',
    cellClass: 'py-2 align-top max-w-80 whitespace-normal wrap-anywhere',
    cell: ({ messages }) => <Told messages={messages} />,
  },
  actionsColumn((event) => <EventMenu event={event} />),
]

function State({ event: { ended_at, is_silenced } }: { event: AlertEvent }) {
  return (
    <span className="flex flex-wrap gap-1">
      <StatusPill tone={ended_at ? 'idle' : 'bad'}>{ended_at ? 'Ended' : 'On now'}</StatusPill>
      {is_silenced && <StatusPill tone="warn">Silenced</StatusPill>}
    </span>
  )
}

/** What it is about leads to its page, where there is one. */
function What({ event, isLocal }: { event: AlertEvent; isLocal: boolean }) {
  const to = isLocal ? placeOf(event) : null
  if (!to) return <span className="font-semibold">{event.title}</span>
  return (
    <Link to={to} className="rounded-sm font-semibold text-ink no-underline hover:underline">
      {event.title}
    </Link>
  )
}

function placeOf({ deployment_id, revision_id, connection_id }: AlertEvent): string | null {
  if (deployment_id && revision_id) return paths.revision(deployment_id, revision_id)
  if (deployment_id) return paths.deployment(deployment_id)
  return connection_id ? paths.connection(connection_id) : null
}

const looks: Record<string, { tone: Tone; words: string }> = {
  sent: { tone: 'ok', words: 'sent' },
  waiting: { tone: 'run', words: 'waits' },
  given_up: { tone: 'bad', words: 'given up' },
}

/** Each message with what came of it; what the other side answered where it was not taken. */
function Told({ messages }: { messages: readonly AlertMessage[] }) {
  if (messages.length === 0) return <span className="text-ink-3 text-sm">nobody was told</span>
  return (
    <ul aria-label="Messages" className="flex flex-col gap-1">
      {messages.map((message) => {
        const look = looks[message.state] ?? { tone: 'idle' as const, words: message.state }
        const isTaken = message.state === 'sent'
        return (
          <li key={message.id} className="text-sm">
            <span className="inline-flex flex-wrap items-center gap-1.5">
              {message.channel_name}, {message.phase === 'began' ? 'beginning' : 'end'}
              <StatusPill tone={look.tone} isCompact title={message.answer ?? undefined}>
                {look.words}
              </StatusPill>
            </span>
            {!isTaken && message.answer && (
              <span className="block text-bad">
                {message.answer} ({message.attempts}{' '}
                {message.attempts === 1 ? 'attempt' : 'attempts'})
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
