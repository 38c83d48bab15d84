import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ApiError } from '../../client/api-error.ts'
import type { Assistant } from '../../contract/agent-server/assistants.ts'
import type { Cron } from '../../contract/agent-server/crons.ts'
import { refusalOf } from '../../contract/gateway/connections.ts'
import { assistantsRead } from '../../contract/pages/assistant-pages.ts'
import { mostCrons, schedulesPage } from '../../contract/pages/schedule-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { shortId } from '../../ui/format/short-id-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { useApi } from '../api.tsx'
import { useEdited } from '../forms/use-edited.ts'
import { actionsColumn, type Column } from '../lists/column.tsx'
import { filteredRows } from '../lists/filtered-rows.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DocLink } from '../objects/docs/doc-link.tsx'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { cronState, cronsQuery } from './queries.ts'
import { ScheduleMenu } from './schedule-menu.tsx'
import { scheduleWords } from './schedule-words.ts'

export const handle = {
  useTitle: () => 'Schedules',
  firstReads: schedulesPage,
} satisfies PageHandle

const ScheduleDialog = lazyPart(() =>
  import('./schedule-dialog.tsx').then((code) => code.ScheduleDialog),
)

/** A tick is seen soon after it was made. */
const askAgainMs = 10_000

const icon = <CalendarClock aria-hidden size={24} strokeWidth={1.5} />
const filters = [{ name: 'name', label: 'Filter by schedule or assistant' }]

/** The runs that a deployment makes by a schedule, or why its server makes none. */
export function Component() {
  const refusal = refusalOf(useApi().connection, 'schedules')
  return refusal ? <NoSchedules why={`${refusal} ${instead}`} /> : <Schedules />
}

/** When, of whom, the last and the next one. */
function Schedules() {
  const deploymentId = useParam('deploymentId')
  const api = useApi()
  const read = useQuery({
    ...cronsQuery(api, deploymentId),
    refetchInterval: ({ state }) => (isUnread(state) ? false : askAgainMs),
    throwOnError: (error, { state }) => isUnread(state) && !isMissing(error),
  })
  const { data: assistants = [] } = useQuery(readQuery(api, assistantsRead(deploymentId)))
  const url = useUrlFilters()
  const { data: crons, error } = read
  const { edited, edit, make, close } = useEdited(crons, ({ cron_id }) => cron_id)
  if (error && !crons) return <NoSchedules why={wordsOf(error)} />
  const nameOf = namesOf(assistants)
  const shown = filteredRows(crons ?? [], url, (cron) => [
    cron.schedule,
    scheduleWords(cron.schedule) ?? '',
    nameOf(cron),
  ])
  const isCut = crons?.length === mostCrons
  const action = (
    <Button acts onClick={make}>
      New schedule
    </Button>
  )
  return (
    <>
      <ListPage
        noun={['schedule', 'schedules']}
        url={url}
        filters={filters}
        searched="the schedule or assistant"
        action={action}
        total={crons?.length}
        shown={shown.length}
        {...(isCut && { count: `${shown.length} of ${crons.length}+ schedules` })}
        read={read}
        everyMs={askAgainMs}
        empty={
          <EmptyState icon={icon} title="No schedules">
            A schedule starts a run by the clock: every morning, once an hour.{' '}
            <DocLink page="runs" section="runs-by-a-schedule">
              Runs by a schedule
            </DocLink>
          </EmptyState>
        }
      >
        <ListTable
          label="Schedules"
          columns={columnsFor(deploymentId, nameOf, edit)}
          rows={shown}
          keyOf={({ cron_id }) => cron_id}
        />
      </ListPage>
      {edited && (
        <ScheduleDialog
          deploymentId={deploymentId}
          assistants={assistants}
          cron={edited.object}
          isGone={edited.isGone}
          onClose={close}
        />
      )}
    </>
  )
}

const columnsFor = (
  deploymentId: string,
  nameOf: (cron: Cron) => string,
  onEdit: (cron: Cron) => void,
): readonly Column<Cron>[] => [
  {
    head: 'When',
    cellClass: 'max-w-96 whitespace-normal',
    cell: ({ schedule, timezone }) => (
      <>
        <div className="font-semibold">{scheduleWords(schedule) ?? schedule}</div>
        <div className="text-ink-3 text-sm">
          <span className="mono">{schedule}</span> · {timezone || 'UTC'}
        </div>
      </>
    ),
  },
  {
    head: 'Runs',
    className: 'max-[799px]:hidden',
    cellClass: 'max-w-56 truncate',
    cell: (cron, href) => (
      <>
        {nameOf(cron)}
        <div className="text-ink-3 text-sm">
          {cron.thread_id ? (
            <a href={href(paths.thread(deploymentId, cron.thread_id))} className={linkClass}>
              on thread {shortId(cron.thread_id)}
            </a>
          ) : cron.on_run_completed === 'keep' ? (
            'a thread each, kept'
          ) : (
            'a thread each, deleted after it'
          )}
        </div>
      </>
    ),
  },
  {
    head: 'State',
    cell: (cron) => {
      const { tone, words } = cronState(cron)
      return <StatusPill tone={tone}>{words}</StatusPill>
    },
  },
  {
    head: 'Next run',
    className: 'max-[599px]:hidden',
    cellClass: 'text-ink-2',
    cell: ({ next_run_date: next }) => (next ? <RelativeTime value={next} /> : '—'),
  },
  {
    head: 'Last run',
    className: 'max-[599px]:hidden',
    cellClass: 'max-w-72 whitespace-normal text-ink-2',
    cell: (cron, href) => <LastRun cron={cron} deploymentId={deploymentId} href={href} />,
  },
  actionsColumn((cron) => (
    <ScheduleMenu
      cron={cron}
      deploymentId={deploymentId}
      name={scheduleWords(cron.schedule) ?? cron.schedule}
      onEdit={() => onEdit(cron)}
    />
  )),
]

const linkClass = 'rounded-sm text-ink-2 underline decoration-line-strong underline-offset-2'

type LastRunProps = { cron: Cron; deploymentId: string; href: (path: string) => string }

/** When the last tick was, the run that it made if that is still there, and why it made none. */
function LastRun({ cron, deploymentId, href }: LastRunProps) {
  const { last_run_date: at, last_run_id: run, last_thread_id: thread, last_error: error } = cron
  if (!at) return '—'
  const isKept = cron.thread_id || cron.on_run_completed === 'keep'
  return (
    <>
      <RelativeTime value={at} />
      {error && <div className="text-sm text-warn">{error}</div>}
      {run && thread && isKept && (
        <div className="text-sm">
          <a href={href(paths.run(deploymentId, thread, run))} className={linkClass}>
            run {shortId(run)}
          </a>
        </div>
      )}
    </>
  )
}

/** The name of the assistant that a cron runs, as far as it is known. */
function namesOf(assistants: readonly Assistant[]): (cron: Cron) => string {
  const names = new Map(assistants.map((one) => [one.assistant_id, one.name || one.graph_id]))
  return ({ assistant_id: id }) => (id ? (names.get(id) ?? shortId(id)) : '—')
}

/** Nothing was read; what fails later is told beside the list. */
const isUnread = ({ status, data }: { status: string; data: unknown }) =>
  status === 'error' && data === undefined

const instead = 'Start them from a scheduler of your own.'

/** Many servers have no crons, and say so in one of these ways; an open one with a 500. */
function isMissing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return [404, 405, 501].includes(error.status) || isNotThere(error.serverText)
}

const isNotThere = (text: string | null | undefined) =>
  /^not (found|implemented)\b/i.test(text ?? '')

/** What such a server says, where that is more than that. */
function wordsOf(error: Error): string {
  const text = error instanceof ApiError ? error.serverText : null
  return text && !isNotThere(text)
    ? text
    : `This agent server starts no runs by a schedule. ${instead}`
}

function NoSchedules({ why }: { why: string }) {
  const { connection } = useApi()
  return (
    <Card>
      <EmptyState
        icon={icon}
        title="No schedules here"
        action={
          <Button render={<Link to={paths.connection(connection.id)} />}>What it can do</Button>
        }
      >
        {why}
      </EmptyState>
    </Card>
  )
}
