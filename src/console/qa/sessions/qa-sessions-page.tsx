import { useSuspenseQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { Link } from 'react-router-dom'
import { sessionStatuses } from '../../../contract/qa/sessions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useApi } from '../../api.tsx'
import { filteredRows } from '../../lists/filtered-rows.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { sessionsInterval, sessionsQuery } from '../../objects/qa/qa-queries.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useIsReviewer } from '../../shell/reviewer/use-is-reviewer.ts'
import { statusLooks } from '../session-words.ts'
import { reviewerColumns, sessionColumns } from './session-columns.tsx'

export const handle = {
  useTitle: () => 'QA sessions',
  section: 'qa-sessions',
  readAhead: (client, api, _params, address) =>
    client.prefetchQuery(sessionsQuery(api, address.get('suite') ?? undefined)),
} satisfies PageHandle

const statusFilter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: 'any', label: 'Any status' },
    ...sessionStatuses.map((value) => ({ value, label: statusLooks[value].words })),
  ],
}
const filters = [{ name: 'name', label: 'Filter by name' }, statusFilter]

/** All sessions, the newest first. */
export function Component() {
  const url = useUrlFilters()
  const read = useSuspenseQuery(sessionsQuery(useApi(), url.get('suite') ?? undefined))
  const sessions = read.data
  const shown = filteredRows(
    sessions,
    url,
    ({ name, suite_name, targets }) => [
      name,
      suite_name,
      ...targets.flatMap((target) => [target.deployment_name, target.assistant_name]),
    ],
    { filter: statusFilter, valueOf: ({ status }) => status },
  )
  const hasAny = sessions.length > 0
  const isReviewer = useIsReviewer()
  const suite = url.get('suite')
  const begin = !isReviewer && (
    <Button
      acts
      variant="primary"
      render={<Link to={paths.newQaSession(suite ? { suite } : undefined)} />}
    >
      New session
    </Button>
  )
  return (
    <ListPage
      title="QA sessions"
      noun={['session', 'sessions']}
      url={url}
      filters={hasAny ? filters : []}
      searched="its name, suite or targets"
      action={hasAny && begin}
      total={sessions.length}
      shown={shown.length}
      read={hasAny ? read : undefined}
      everyMs={sessionsInterval(sessions)}
      empty={
        <EmptyState
          icon={<ListChecks aria-hidden size={24} strokeWidth={1.5} />}
          title={isReviewer ? 'Nothing to judge yet' : 'No sessions yet'}
          action={begin}
        >
          {isReviewer
            ? 'Sessions that name you as one of their reviewers stand here.'
            : 'A session asks one or two targets every case of a suite, some times over, and shows where they fail and where they differ. It runs on the server: this page may be closed.'}
        </EmptyState>
      }
    >
      <ListTable
        label="QA sessions"
        columns={isReviewer ? reviewerColumns : sessionColumns}
        rows={shown}
        keyOf={({ session_id }) => session_id}
        rowsLead
      />
    </ListPage>
  )
}
