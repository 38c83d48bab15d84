import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/api.ts'
import { alertStates, listAlertEvents } from '../../contract/alerts/events.ts'
import { alertRuleList, alertsPage } from '../../contract/pages/alert-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { failsUnread, queryKey, useApi } from '../api.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { paths } from '../paths.ts'
import { readQuery } from '../reads.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useRefusal } from '../shell/page/use-refusal.ts'
import { eventColumns } from './event-columns.tsx'
import { SilencesCard } from './silences-card.tsx'

export const handle = {
  useTitle: () => 'History',
  to: paths.alerts,
  firstReads: alertsPage,
} satisfies PageHandle

const SilenceDialog = lazyPart(() =>
  import('./silence-dialog.tsx').then((code) => code.SilenceDialog),
)
const eventsAtOnce = 50
const any = ''
const stateOptions = [
  { value: any, label: 'All' },
  { value: 'open', label: 'On now' },
  { value: 'ended', label: 'Ended' },
]

/** What the rules found, whom that was told, and what is silenced. */
export function Component() {
  const api = useApi()
  const { gateway, connection } = api
  const url = useUrlFilters()
  const [isSilencing, setIsSilencing] = useState(false)
  const { data: rules } = useSuspenseQuery(readQuery(api, alertRuleList))
  const state = alertStates.find((word) => word === url.get('state'))
  const rule = rules.find(({ id }) => id === url.get('rule'))
  const filter = { ...(state && { state }), ...(rule && { rule_id: rule.id }) }
  const history = useInfiniteQuery({
    queryKey: [...queryKey(gateway, listAlertEvents, { query: filter }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(gateway, listAlertEvents, {
        query: { ...filter, limit: eventsAtOnce, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: any,
    getNextPageParam: (last) => last.next_before ?? undefined,
    placeholderData: keepPreviousData,
    ...failsUnread,
  })
  const events = history.data?.pages.flatMap(({ resources }) => resources) ?? []
  const open = history.data?.pages[0]?.open ?? 0
  return (
    <>
      <SilencesCard />
      <ListPage
        note={open === 0 ? 'Nothing is on now.' : `${open} ${open === 1 ? 'is' : 'are'} on now.`}
        noun={['event', 'events']}
        url={url}
        filters={[
          { name: 'state', label: 'State', options: stateOptions },
          {
            name: 'rule',
            label: 'Rule',
            options: [
              { value: any, label: 'Any rule' },
              ...rules.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
        ]}
        searched="it"
        views={{ page: 'alerts' }}
        action={
          <Button disabledReason={useRefusal('operator')} onClick={() => setIsSilencing(true)}>
            Silence
          </Button>
        }
        total={history.data && events.length}
        shown={events.length}
        count={null}
        read={history}
        more={
          history.hasNextPage && {
            label: 'Show older events',
            isPending: history.isFetchingNextPage,
            onMore: () => void history.fetchNextPage(),
          }
        }
        empty={
          <EmptyState
            title="Nothing has happened yet"
            icon={<Bell aria-hidden size={24} strokeWidth={1.5} />}
          >
            What a rule finds stands here, with whom it was told and what they answered. Rules and
            channels are made on their tabs.
          </EmptyState>
        }
      >
        <ListTable
          label="Events"
          columns={eventColumns(connection.kind === 'local')}
          rows={events}
          keyOf={({ id }) => id}
        />
      </ListPage>
      {isSilencing && <SilenceDialog onClose={() => setIsSilencing(false)} />}
    </>
  )
}
