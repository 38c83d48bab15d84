import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Filter } from 'lucide-react'
import {
  type Ref,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link } from 'react-router-dom'
import { getRevision, isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { type Api, queryKey, useApi } from '../../api.tsx'
import { LastChecked } from '../../lists/last-checked.tsx'
import { UrlChoice } from '../../lists/url-choice.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { UrlSearch } from '../../lists/url-search.tsx'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { deploymentsQuery } from '../queries.ts'
import { statusGroups } from '../revision/revision-status.ts'
import { type DeploymentSort, listedDeployments } from './deployment-list.ts'
import { DeploymentTable } from './deployment-table.tsx'
import { FirstDeployment } from './first-deployment.tsx'

const sorts: readonly { value: DeploymentSort; label: string }[] = [
  { value: 'attention', label: 'Errors first' },
  { value: 'newest', label: 'Newest first' },
  { value: 'updated', label: 'Last updated first' },
  { value: 'name', label: 'By name' },
]

export const handle = {
  readAhead: (client, api) => client.prefetchInfiniteQuery(deploymentsQuery(api)),
} satisfies PageHandle

/** All deployments, each with the live status of its latest revision, what failed at the top. */
export function Component() {
  const api = useApi()
  const filters = useUrlFilters()
  const name = filters.get('name') ?? ''
  const group = statusGroups.find(({ value }) => value === filters.get('status'))?.value ?? 'any'
  const sort = sorts.find(({ value }) => value === filters.get('sort'))?.value ?? 'attention'
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
  const heading = useRef<HTMLHeadingElement>(null)
  const clearFilters = () => {
    filters.setAll({ name: null, status: null })
    // The button goes away, and takes focus with it.
    heading.current?.focus()
  }
  const isMoving = listed.some(
    ({ status, deployment }) =>
      deployment.latest_revision_id !== null && status !== null && !isSettled({ status }),
  )
  if (loaded.length === 0) {
    return (
      <>
        <Heading />
        <Card>
          <FirstDeployment />
        </Card>
      </>
    )
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Heading ref={heading} />
        <UrlSearch
          url={filters}
          name="name"
          label="Filter by name"
          className="max-[599px]:order-1"
        />
        <span className="flex gap-2 max-[599px]:order-2">
          <UrlChoice
            url={filters}
            name="status"
            label="Status"
            options={[{ value: 'any', label: 'Any status' }, ...statusGroups]}
          />
          <UrlChoice url={filters} name="sort" label="Order" options={sorts} />
        </span>
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
      </div>
      <Card>
        {listed.length === 0 ? (
          <NoMatch name={wanted} hasGroup={group !== 'any'} onClear={clearFilters} />
        ) : (
          <DeploymentTable listed={listed} />
        )}
      </Card>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
        <p>
          {countText(loaded.length, listed.length, list.hasNextPage)}
          {' · '}
          {isMoving
            ? 'statuses refresh while a revision is in progress'
            : 'no revision in progress'}
        </p>
        <LastChecked
          at={list.dataUpdatedAt}
          isLive={isMoving}
          isChecking={list.isRefetching}
          hasFailed={list.isRefetchError}
          onCheck={() => void list.refetch()}
        />
      </div>
    </>
  )
}

function Heading({ ref }: { ref?: Ref<HTMLHeadingElement> }) {
  return (
    <h1 ref={ref} tabIndex={-1} className="grow font-title text-xl tracking-[-0.015em]">
      Deployments
    </h1>
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

type NoMatchProps = { name: string; hasGroup: boolean; onClear: () => void }

function NoMatch({ name, hasGroup, onClear }: NoMatchProps) {
  const called = name && `“${name}” in its name`
  return (
    <EmptyState
      icon={<Filter aria-hidden size={24} strokeWidth={1.5} />}
      title="No deployment matches"
      action={<Button onClick={onClear}>Clear the filters</Button>}
    >
      <span className="wrap-anywhere">
        {hasGroup ? `None${called && ` with ${called}`} has this status.` : `None has ${called}.`}
      </span>
    </EmptyState>
  )
}

function countText(loaded: number, shown: number, hasMore: boolean): string {
  const all = hasMore ? `the first ${loaded}` : String(loaded)
  if (shown < loaded) return `${shown} of ${all} deployments`
  return `${all} ${loaded === 1 ? 'deployment' : 'deployments'}`
}
