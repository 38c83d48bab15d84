import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { getRevision, isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { deploymentsPage } from '../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { type Api, queryKey, useApi } from '../../api.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { LongListTable } from '../../lists/long-list-table.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { deploymentsQuery } from '../queries.ts'
import { statusGroups } from '../revision/revision-status.ts'
import { deploymentColumns } from './deployment-columns.tsx'
import { type DeploymentSort, listedDeployments } from './deployment-list.ts'
import { FirstDeployment } from './first-deployment.tsx'

const sorts: readonly { value: DeploymentSort; label: string }[] = [
  { value: 'attention', label: 'Errors first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'updated', label: 'Last updated first' },
  { value: 'name', label: 'By name' },
]

export const handle = {
  firstReads: deploymentsPage,
} satisfies PageHandle

const filters = [
  { name: 'name', label: 'Filter by name' },
  {
    name: 'status',
    label: 'Status',
    options: [{ value: 'any', label: 'Any status' }, ...statusGroups],
  },
  { name: 'sort', label: 'Order', options: sorts, isOrder: true },
]

/** All deployments, each with the live status of its latest revision, what failed at the top. */
export function Component() {
  const api = useApi()
  const url = useUrlFilters()
  const name = url.get('name') ?? ''
  const group = statusGroups.find(({ value }) => value === url.get('status'))?.value ?? 'any'
  const sort = sorts.find(({ value }) => value === url.get('sort'))?.value ?? 'attention'
  const list = useSuspenseInfiniteQuery(deploymentsQuery(api))
  useAllPages(list)
  const loaded = useMemo(() => list.data.pages.flatMap((page) => page.resources), [list.data])
  const statuses = useReadRevisions(api)
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(name)
  const listed = useMemo(
    () => listedDeployments(loaded, statuses, { name: wanted, group, sort }),
    [loaded, statuses, wanted, group, sort],
  )
  const isMoving = listed.some(
    ({ status, deployment }) =>
      deployment.latest_revision_id !== null && status !== null && !isSettled({ status }),
  )
  const hasAny = loaded.length > 0
  return (
    <ListPage
      title="Deployments"
      noun={['deployment', 'deployments']}
      url={url}
      filters={hasAny ? filters : []}
      searched="its name"
      action={
        hasAny && (
          <Button
            acts
            variant="primary"
            disabledReason={
              api.connection.kind === 'agent_server'
                ? 'This connection leads to one agent server. It has no control plane to deploy with.'
                : undefined
            }
            render={<Link to={paths.newDeployment()} />}
          >
            New deployment
          </Button>
        )
      }
      total={loaded.length}
      shown={listed.length}
      count={
        <>
          {deploymentCount(loaded.length, listed.length, list.hasNextPage)}
          {' · '}
          {isMoving
            ? 'statuses refresh while a revision is in progress'
            : 'no revision in progress'}
        </>
      }
      read={hasAny ? list : undefined}
      isLive={isMoving}
      empty={<FirstDeployment />}
    >
      <LongListTable
        label="Deployments"
        columns={deploymentColumns}
        rows={listed}
        keyOf={({ deployment }) => deployment.id}
        hasThirdLine
      />
    </ListPage>
  )
}

/** Reads page after page, so that filters and order are about all of them. */
function useAllPages(list: {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}

/** The revisions that were read one by one, by their ids: those that the rows watch are newer than the list. */
function useReadRevisions(api: Api): ReadonlyMap<string, Revision> {
  const queryClient = useQueryClient()
  const [store] = useState(() => {
    const key = queryKey(api.controlPlane, getRevision)
    const cache = queryClient.getQueryCache()
    const collect = () =>
      new Map(
        queryClient
          .getQueriesData<Revision>({ queryKey: key })
          .flatMap(([, revision]) => (revision ? [[revision.id, revision] as const] : [])),
      )
    let revisions = collect()
    return {
      subscribe: (listener: () => void) =>
        cache.subscribe((event) => {
          const isRevision = event.query.queryKey[1] === getRevision.name
          if (!isRevision || event.type !== 'updated' || event.action.type !== 'success') return
          revisions = collect()
          listener()
        }),
      get: () => revisions,
    }
  })
  return useSyncExternalStore(store.subscribe, store.get)
}

function deploymentCount(loaded: number, shown: number, hasMore: boolean): string {
  const all = hasMore ? `the first ${loaded}` : String(loaded)
  if (shown < loaded) return `${shown} of ${all} deployments`
  return `${all} ${loaded === 1 ? 'deployment' : 'deployments'}`
}
