import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { assistantsRead } from '../../../contract/pages/assistant-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { failsUnread, useApi } from '../../api.tsx'
import { foundCount } from '../../lists/found-count.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { LongListTable } from '../../lists/long-list-table.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { DeploymentPicker } from '../../objects/deployment-picker.tsx'
import { useDeploymentNames } from '../../objects/use-deployment-names.ts'
import { paths } from '../../paths.ts'
import { readQuery } from '../../reads.ts'
import { threadColumns } from '../thread-columns.tsx'
import { threadsInterval } from '../thread-list.ts'
import { foundThreadsQuery } from './found-threads-query.ts'
import { threadFilters, wantedThreads } from './wanted-threads.ts'

type FoundThreadsProps = {
  /** The page's heading, where it has no other. */
  title?: string
  /** Whose threads; null for those of all deployments. */
  deploymentId: string | null
}

/** The threads that the server finds by what was said in them; what is looked for is in the address. */
export function FoundThreads({ title, deploymentId }: FoundThreadsProps) {
  const api = useApi()
  const url = useUrlFilters()
  const wanted = wantedThreads(url.get)
  // Typing comes first, and what was typed over is not waited for.
  const asked = useDeferredValue(JSON.stringify(wanted))
  const found = useInfiniteQuery({
    ...foundThreadsQuery(api, deploymentId, JSON.parse(asked)),
    placeholderData: keepPreviousData,
    ...failsUnread,
  })
  const threads = useMemo(() => found.data?.pages.flatMap((page) => page.threads), [found.data])
  const first = found.data?.pages[0]
  const isOfAll = deploymentId === null
  const deploymentNames = useDeploymentNames(isOfAll ? (threads ?? []) : [])
  const { data: assistants } = useQuery({
    ...readQuery(api, assistantsRead(deploymentId ?? '')),
    enabled: !isOfAll,
  })
  const columns = useMemo(() => {
    const named = (assistants ?? []).map((one): [string, string] => [
      one.assistant_id,
      one.name || one.graph_id,
    ])
    const names = new Map(named)
    return threadColumns(isOfAll ? { deploymentNames, names } : { deploymentId, names })
  }, [isOfAll, deploymentId, deploymentNames, assistants])
  const newThread = deploymentId !== null && (
    <Button acts variant="primary" render={<Link to={paths.newThread(deploymentId)} />}>
      New thread
    </Button>
  )
  return (
    <ListPage
      {...(title && { title })}
      noun={['thread', 'threads']}
      url={url}
      filters={threadFilters}
      hasFilterRow={isOfAll}
      controls={
        isOfAll && (
          <DeploymentPicker
            value={wanted.deployment}
            allLabel="All deployments"
            onChange={(id) => url.set('deployment', id)}
          />
        )
      }
      searched="what was said, the title, ids or metadata"
      action={newThread}
      total={first?.total}
      shown={threads?.length ?? 0}
      count={first && foundCount(threads?.length ?? 0, first, ['thread', 'threads'])}
      read={found}
      isLive={threadsInterval(threads) !== false}
      more={
        found.hasNextPage && {
          isPending: found.isFetchingNextPage,
          onMore: () => void found.fetchNextPage(),
        }
      }
      empty={
        <EmptyState
          title="No threads yet"
          icon={<MessageSquare aria-hidden size={24} strokeWidth={1.5} />}
          action={newThread}
        >
          A thread is one conversation with a deployment. It is made with the first message.
        </EmptyState>
      }
    >
      <LongListTable
        label="Threads"
        columns={columns}
        rows={threads ?? []}
        keyOf={({ thread_id }) => thread_id}
      />
    </ListPage>
  )
}
