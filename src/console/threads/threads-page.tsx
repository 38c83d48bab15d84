import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ThreadStatus as Status, threadStatuses } from '../../contract/threads.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useApi } from '../api.tsx'
import { LastChecked } from '../last-checked.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page-handle.ts'
import { useParam } from '../shell/use-param.ts'
import { threadStatusWords } from '../thread-status.tsx'
import { shownCount, useUrlFilters } from '../url-filters.ts'
import { threadListQuery, threadsInterval } from './thread-list.ts'
import { ThreadTable } from './thread-table.tsx'

const pageSize = 25
/** One search answers a thousand at most, and one more than is shown tells whether there are more. */
const mostShown = 975

export const handle = {
  useTitle: () => 'Threads',
  to: (params) => paths.deploymentThreads(params.deploymentId ?? ''),
  section: 'threads',
} satisfies PageHandle

const filters: { value: Status | 'any'; label: string }[] = [
  { value: 'any', label: 'Any status' },
  ...threadStatuses.map((status) => ({ value: status, label: threadStatusWords(status) })),
]

/** The threads of a deployment, the last changed first; the filter and how many are shown are in the URL. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const filter = useUrlFilters()
  const status = threadStatuses.find((known) => known === filter.get('status'))
  const shown = shownCount(filter.get('show'), pageSize, mostShown)
  const list = useQuery({
    ...threadListQuery(useApi(), deploymentId, { limit: shown + 1, status }),
    placeholderData: keepPreviousData,
    throwOnError: (_error, read) => read.state.data === undefined,
  })
  const threads = list.data?.slice(0, shown)
  const hasMore = (list.data?.length ?? 0) > shown
  const newThread = (
    <Button variant="primary" render={<Link to={paths.newThread(deploymentId)} />}>
      New thread
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-2">
        <SelectMenu
          label="Status"
          variant="default"
          value={status ?? 'any'}
          options={filters}
          onValueChange={(value) => filter.set('status', value === 'any' ? null : value)}
        />
        {newThread}
      </div>
      <Card>
        {!threads ? (
          <div className="px-4">
            <Skeleton label="Loading threads" lines={6} />
          </div>
        ) : threads.length === 0 ? (
          <NoThreads
            status={status}
            newThread={newThread}
            onClear={() => filter.set('status', null)}
          />
        ) : (
          <ThreadTable threads={threads} deploymentId={deploymentId} />
        )}
      </Card>
      {threads && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
          <p>{countText(threads.length, hasMore)}</p>
          <LastChecked
            at={list.dataUpdatedAt}
            isLive={threadsInterval(threads) !== false}
            isChecking={list.isFetching}
            hasFailed={list.isRefetchError}
            onCheck={() => void list.refetch()}
          />
          {hasMore && shown < mostShown && (
            <Button
              size="sm"
              isPending={list.isPlaceholderData}
              onClick={() => filter.set('show', String(shown + pageSize))}
            >
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `the ${count} threads that changed last`
  return `${count} ${count === 1 ? 'thread' : 'threads'}`
}

function NoThreads(props: {
  status: Status | undefined
  newThread: ReactNode
  onClear: () => void
}) {
  const icon = <MessageSquare aria-hidden size={24} strokeWidth={1.5} />
  if (props.status) {
    return (
      <EmptyState
        title={`No thread is “${threadStatusWords(props.status)}”`}
        icon={icon}
        action={<Button onClick={props.onClear}>Show any status</Button>}
      />
    )
  }
  return (
    <EmptyState title="No threads yet" icon={icon} action={props.newThread}>
      A thread is one conversation with this deployment. It is made with the first message.
    </EmptyState>
  )
}
