import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { call } from '../../client/api.ts'
import { type AuditEntry, auditResults, listAudit } from '../../contract/gateway/audit.ts'
import { type Connection, listConnections } from '../../contract/gateway/connections.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { query, queryKey, useApi } from '../api.tsx'
import { LastChecked } from '../lists/last-checked.tsx'
import { UrlChoice } from '../lists/url-choice.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { UrlSearch } from '../lists/url-search.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { AuditTable } from './audit-table.tsx'

export const handle = { useTitle: () => 'Audit log', to: paths.audit } satisfies PageHandle

const entriesAtOnce = 50
const any = ''
const spans = [
  { value: any, label: 'All time' },
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
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
  const [openedAt] = useState(() => Date.now())
  const days = spans.find(({ value }) => value === url.get('days'))?.value ?? any
  const result = auditResults.find((word) => word === url.get('result'))
  const filter = {
    ...(url.get('user') && { user_name: url.get('user') ?? '' }),
    ...(url.get('action') && { action: url.get('action') ?? '' }),
    ...(url.get('connection') && { connection_id: url.get('connection') ?? '' }),
    ...(result && { result }),
    ...(days && { since: new Date(openedAt - Number(days) * 86_400_000).toISOString() }),
  }
  const wanted = useDeferredValue(filter)
  const log = useInfiniteQuery({
    queryKey: [...queryKey(gateway, listAudit, { query: wanted }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(gateway, listAudit, {
        query: { ...wanted, limit: entriesAtOnce, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: any,
    getNextPageParam: (last) => last.next_before ?? undefined,
    placeholderData: keepPreviousData,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  const entries = log.data?.pages.flatMap(({ resources }) => resources) ?? []
  const isFiltered = Object.keys(filter).length > 0
  const clear = () =>
    url.setAll({ user: null, action: null, connection: null, result: null, days: null })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <UrlSearch isInline url={url} name="user" label="By user name" />
        <UrlSearch isInline url={url} name="action" label="By action" />
        <UrlChoice url={url} name="result" label="Result" options={results} />
        <UrlChoice url={url} name="days" label="Time" options={spans} />
        {names && names.length > 1 && (
          <UrlChoice
            url={url}
            name="connection"
            label="Connection"
            options={[
              { value: any, label: 'Any connection' },
              ...names.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      <Card>
        <Entries
          entries={log.data ? entries : null}
          connections={names ?? []}
          onClear={isFiltered ? clear : null}
        />
      </Card>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        {log.hasNextPage && (
          <Button
            size="sm"
            isPending={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show older entries
          </Button>
        )}
        <LastChecked
          at={log.dataUpdatedAt}
          isLive={false}
          isChecking={log.isRefetching}
          hasFailed={log.isRefetchError}
          onCheck={() => void log.refetch()}
        />
      </div>
    </>
  )
}

type EntriesProps = {
  /** Null while the first are read. */
  entries: readonly AuditEntry[] | null
  connections: readonly Connection[]
  /** Takes the filters away; null where there are none. */
  onClear: (() => void) | null
}

function Entries({ entries, connections, onClear }: EntriesProps) {
  if (!entries) {
    return (
      <div className="px-4">
        <Skeleton label="Loading the audit log" lines={8} />
      </div>
    )
  }
  if (entries.length > 0) return <AuditTable entries={entries} connections={connections} />
  return (
    <EmptyState
      icon={<ScrollText aria-hidden size={24} strokeWidth={1.5} />}
      title={onClear ? 'No entry matches' : 'Nothing has been changed yet'}
      {...(onClear && { action: <Button onClick={onClear}>Clear the filters</Button> })}
    >
      {onClear
        ? 'Names of users and actions have to be whole, as createDeployment.'
        : 'Every change that is made through this console is written down here.'}
    </EmptyState>
  )
}
