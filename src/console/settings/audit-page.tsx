import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { call, type Transport } from '../../client/api.ts'
import type { EndpointInput } from '../../contract/endpoint.ts'
import { auditResults, listAudit } from '../../contract/gateway/audit.ts'
import { type Connection, listConnections } from '../../contract/gateway/connections.ts'
import { now } from '../../ui/format/now.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { failsUnread, query, queryKey, useApi } from '../api.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { auditColumns } from './audit-columns.tsx'
import { whoMayAsk } from './who-may-ask.ts'

export const handle = {
  useTitle: () => 'Audit log',
  to: paths.audit,
  readAhead: async (client, api, _params, address) => {
    if (!(await whoMayAsk(client, api, listAudit))) return
    const wanted = filterOf((name) => address.get(name), now())
    await client.prefetchInfiniteQuery(logQuery(api.gateway, wanted))
  },
} satisfies PageHandle

const entriesAtOnce = 50
const any = ''
const spans = [
  { value: any, label: 'All time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
]
const kinds = [
  { value: any, label: 'Changes' },
  { value: 'all', label: 'Also reads' },
]
const results = [
  { value: any, label: 'Any result' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'failed', label: 'Failed' },
]

/** Every write that was asked of the gateway: who, what, when, about what, and how it ended. */
export function Component() {
  const { gateway } = useApi()
  const url = useUrlFilters()
  const names = useQuery(query(gateway, listConnections)).data
  const [openedAt] = useState(now)
  const wanted = useDeferredValue(filterOf(url.get, openedAt))
  const log = useInfiniteQuery({
    ...logQuery(gateway, wanted),
    placeholderData: keepPreviousData,
    ...failsUnread,
  })
  const entries = log.data?.pages.flatMap(({ resources }) => resources) ?? []
  const connections = names ?? []
  return (
    <ListPage
      noun={['entry', 'entries']}
      url={url}
      filters={[
        { name: 'user', label: 'By user name', isInline: true },
        { name: 'action', label: 'By action', isInline: true },
        { name: 'about', label: 'By what it is about', isInline: true },
        { name: 'result', label: 'Result', options: results },
        { name: 'days', label: 'Time', options: spans },
        { name: 'kind', label: 'Kind', options: kinds },
        ...(connections.length > 1 ? [byConnection(connections)] : []),
      ]}
      searched="it"
      views={{ page: 'audit' }}
      noMatch="Parts of the words that are shown suffice, as in “create dep”."
      total={log.data && entries.length}
      shown={entries.length}
      count={null}
      read={log}
      more={
        log.hasNextPage && {
          label: 'Show older entries',
          isPending: log.isFetchingNextPage,
          onMore: () => void log.fetchNextPage(),
        }
      }
      empty={
        <EmptyState
          icon={<ScrollText aria-hidden size={24} strokeWidth={1.5} />}
          title="Nothing has been changed yet"
        >
          Every change that is made through this console or with the API key is written down here.
        </EmptyState>
      }
    >
      <ListTable
        label="Audit log"
        columns={auditColumns(connections)}
        rows={entries}
        keyOf={({ id }) => id}
      />
    </ListPage>
  )
}

type Filter = NonNullable<EndpointInput<typeof listAudit>['query']>

/** @param get a value of the address's query @param openedAt when the page was */
function filterOf(get: (name: string) => string | null, openedAt: number): Filter {
  const days = spans.find(({ value }) => value === get('days'))?.value ?? any
  const result = auditResults.find((word) => word === get('result'))
  // Of a whole minute, so that the page finds what was read ahead of it.
  const at = openedAt - (openedAt % 60_000)
  return {
    ...(get('user') && { user_name: get('user') ?? '' }),
    ...(get('action') && { action: get('action') ?? '' }),
    ...(get('about') && { subject_name: get('about') ?? '' }),
    ...(get('kind') === 'all' && { reads: true }),
    ...(get('connection') && { connection_id: get('connection') ?? '' }),
    ...(result && { result }),
    ...(days && { since: new Date(at - Number(days) * 86_400_000).toISOString() }),
  }
}

/** What the filter lets through, newest first, in pages. */
function logQuery(gateway: Transport, wanted: Filter) {
  return infiniteQueryOptions({
    queryKey: [...queryKey(gateway, listAudit, { query: wanted }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(gateway, listAudit, {
        query: { ...wanted, limit: entriesAtOnce, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: any,
    getNextPageParam: (last) => last.next_before ?? undefined,
  })
}

function byConnection(connections: readonly Connection[]) {
  return {
    name: 'connection',
    label: 'Connection',
    options: [
      { value: any, label: 'Any connection' },
      ...connections.map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
}
