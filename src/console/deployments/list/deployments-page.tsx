import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { getRevision, isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { deploymentsPage } from '../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { type Api, queryKey, useApi } from '../../api.tsx'
import { LongListPage } from '../../lists/long-list-page.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { statusGroups } from '../../objects/revision-status.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { deploymentsQuery } from '../queries.ts'
import { deploymentColumns } from './deployment-columns.tsx'
import {
  type DeploymentSort,
  healthGroups,
  type ListedDeployment,
  listedDeployments,
} from './deployment-list.ts'
import { FirstDeployment } from './first-deployment.tsx'

const ChosenDeployments = lazyPart(() =>
  import('./many/chosen-deployments.tsx').then((code) => code.ChosenDeployments),
)
const idOf = ({ deployment }: ListedDeployment) => deployment.id
const nameOf = ({ deployment }: ListedDeployment) => deployment.name
const views = { page: 'deployments' } as const

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
    name: 'health',
    label: 'Health',
    options: [{ value: 'any', label: 'Any health' }, ...healthGroups],
  },
  {
    name: 'status',
    label: 'Latest revision',
    options: [{ value: 'any', label: 'Any revision' }, ...statusGroups],
  },
  { name: 'sort', label: 'Order', options: sorts, isOrder: true },
]

/** All deployments, each with its health and the live status of its latest revision, what is unwell at the top. */
export function Component() {
  const api = useApi()
  const url = useUrlFilters()
  const name = url.get('name') ?? ''
  const group = statusGroups.find(({ value }) => value === url.get('status'))?.value ?? 'any'
  const health = healthGroups.find(({ value }) => value === url.get('health'))?.value ?? 'any'
  const sort = sorts.find(({ value }) => value === url.get('sort'))?.value ?? 'attention'
  const list = useSuspenseInfiniteQuery(deploymentsQuery(api))
  useAllPages(list)
  const loaded = useMemo(() => list.data.pages.flatMap((page) => page.resources), [list.data])
  const statuses = useReadRevisions(api)
  // Typing comes first, however long the list.
  const wanted = useDeferredValue(name)
  const listed = useMemo(
    () => listedDeployments(loaded, statuses, { name: wanted, group, health, sort }),
    [loaded, statuses, wanted, group, health, sort],
  )
  const isMoving = listed.some(
    ({ status, deployment }) =>
      deployment.latest_revision_id !== null && status !== null && !isSettled({ status }),
  )
  const hasAny = loaded.length > 0
  return (
    <LongListPage
      title="Deployments"
      label="Deployments"
      noun={['deployment', 'deployments']}
      url={url}
      filters={hasAny ? filters : []}
      searched="its name"
      views={views}
      columns={deploymentColumns}
      choiceClass="max-[899px]:hidden"
      hasThirdLine
      rows={listed}
      keyOf={idOf}
      nameOf={nameOf}
      bar={(chosen) => <ChosenDeployments chosen={chosen} />}
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
      empty={<FirstDeployment />}
    />
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
  const known = loaded.toLocaleString('en')
  const all = hasMore ? `the first ${known}` : known
  if (shown < loaded) return `${shown.toLocaleString('en')} of ${all} deployments`
  return `${all} ${loaded === 1 ? 'deployment' : 'deployments'}`
}
