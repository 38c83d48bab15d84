import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { failsUnread, useApi } from '../../api.tsx'
import { foundCount } from '../../lists/found-count.ts'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { useWithoutDeleted } from '../../objects/deletions.ts'
import { DeploymentPicker } from '../../objects/deployment-picker.tsx'
import { threadsInterval } from '../thread-list.ts'
import { ThreadListPage } from '../thread-list-page.tsx'
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
  const all = useMemo(() => found.data?.pages.flatMap((page) => page.threads), [found.data])
  const threads = useWithoutDeleted(all)
  const counted = found.data?.pages[0]
  const hidden = (all?.length ?? 0) - (threads?.length ?? 0)
  const first = counted && { ...counted, total: counted.total - hidden }
  const isOfAll = deploymentId === null
  return (
    <ThreadListPage
      {...(title && { title })}
      deploymentId={deploymentId}
      url={url}
      filters={threadFilters}
      controls={
        isOfAll && (
          <DeploymentPicker
            isChip
            value={wanted.deployment}
            allLabel="All deployments"
            onChange={(id) => url.set('deployment', id)}
          />
        )
      }
      searched="what was said, the title, ids or metadata"
      threads={threads}
      total={first?.total}
      count={first && foundCount(threads?.length ?? 0, first, ['thread', 'threads'])}
      read={found}
      everyMs={threadsInterval(threads)}
      more={
        found.hasNextPage && {
          isPending: found.isFetchingNextPage,
          onMore: () => void found.fetchNextPage(),
        }
      }
    />
  )
}
