import { useQueries, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Filter, Rocket } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../contract/deployments.ts'
import { isSettled } from '../../contract/revisions.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'
import { Table, Th, Tr } from '../../ui/table.tsx'
import { type Api, useApi } from '../api.tsx'
import { LastChecked } from '../last-checked.tsx'
import { walkRows } from '../list-rows.ts'
import { paths } from '../paths.ts'
import { useUrlFilters } from '../url-filters.ts'
import { DeploymentRow } from './deployment-row.tsx'
import { deploymentsQuery, revisionQuery } from './queries.ts'
import { statusGroup, statusGroups } from './revision-status.ts'

/** All deployments, each with the live status of its latest revision. */
export function Component() {
  const api = useApi()
  const filters = useUrlFilters()
  const name = filters.get('name') ?? ''
  const group = statusGroups.find(({ value }) => value === filters.get('status'))?.value ?? 'any'
  const list = useSuspenseInfiniteQuery(deploymentsQuery(api, name))
  const loaded = list.data.pages.flatMap((page) => page.resources)
  const revisions = useLatestRevisions(api, loaded)
  const shown = loaded
    .map((deployment, index) => ({ deployment, revision: revisions[index] }))
    .filter(
      ({ revision }) => group === 'any' || (revision?.data && statusGroup(revision.data) === group),
    )
  const isMoving = revisions.some(({ data }) => data && !isSettled(data))

  const isEmpty = loaded.length === 0 && name === ''
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="grow font-title text-xl tracking-[-0.015em]">Deployments</h1>
        {!isEmpty && (
          <>
            <NameFilter
              value={name}
              onValueChange={(value) => filters.set('name', value || null)}
            />
            <span className="max-[599px]:order-2">
              <SelectMenu
                label="Status"
                variant="default"
                value={group}
                options={[{ value: 'any', label: 'Any status' }, ...statusGroups]}
                onValueChange={(value) => filters.set('status', value === 'any' ? null : value)}
              />
            </span>
          </>
        )}
        {!isEmpty && (
          <Button variant="primary" render={<Link to={paths.newDeployment()} />}>
            New deployment
          </Button>
        )}
      </div>
      <Card>
        {isEmpty ? (
          <FirstDeployment />
        ) : shown.length === 0 ? (
          <NoMatch isReading={group !== 'any' && revisions.some(({ isPending }) => isPending)} />
        ) : (
          <Table label="Deployments">
            <thead>
              <Tr>
                <Th>Name</Th>
                <Th>Latest revision</Th>
                <Th className="max-[799px]:hidden">Source</Th>
                <Th className="max-[999px]:hidden">Type</Th>
                <Th className="max-[599px]:hidden">Updated</Th>
                <Th className="relative">
                  <span className="sr-only">Actions</span>
                </Th>
              </Tr>
            </thead>
            <tbody onKeyDown={walkRows('tr')}>
              {shown.map(({ deployment, revision }) => (
                <DeploymentRow key={deployment.id} deployment={deployment} revision={revision} />
              ))}
            </tbody>
          </Table>
        )}
      </Card>
      {!isEmpty && (
        <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-sm">
          <p>
            {countText(loaded.length, shown.length, list.hasNextPage)}
            {' · '}
            {isMoving
              ? 'statuses refresh while a revision is in progress'
              : 'no revision in progress'}
          </p>
          <LastChecked
            at={Math.max(list.dataUpdatedAt, ...revisions.map((read) => read.dataUpdatedAt))}
            isLive={isMoving}
            isChecking={list.isRefetching}
            hasFailed={list.isRefetchError}
            onCheck={() => void list.refetch()}
          />
          {list.hasNextPage && (
            <Button
              size="sm"
              isPending={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Each its own read, so that one that moves does not have the others read again. */
function useLatestRevisions(api: Api, deployments: Deployment[]) {
  return useQueries({
    queries: deployments.map(({ id, latest_revision_id }) => ({
      ...revisionQuery(api, id, latest_revision_id ?? ''),
      enabled: latest_revision_id !== null,
    })),
  })
}

/** Shows what is typed at once, until the address has followed. */
function NameFilter(props: { value: string; onValueChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === props.value) setTyped(null)
  return (
    <span className="max-[599px]:order-1 max-[599px]:min-w-0 max-[599px]:flex-1">
      <SearchInput
        label="Filter by name"
        value={typed ?? props.value}
        onValueChange={(value) => {
          setTyped(value)
          props.onValueChange(value)
        }}
        className="max-[599px]:w-full"
      />
    </span>
  )
}

function FirstDeployment() {
  return (
    <EmptyState
      icon={<Rocket aria-hidden size={28} strokeWidth={1.5} />}
      title="Deploy your first agent"
      action={
        <Button variant="primary" render={<Link to={paths.newDeployment()} />}>
          New deployment
        </Button>
      }
    >
      A deployment is made from a git repository with a langgraph.json: it is cloned, built and
      served, and you can talk to it a moment later.
    </EmptyState>
  )
}

function NoMatch({ isReading }: { isReading: boolean }) {
  return (
    <EmptyState
      icon={<Filter aria-hidden size={24} strokeWidth={1.5} />}
      title={isReading ? 'Reading statuses…' : 'No deployment matches'}
      action={<Button render={<Link replace to={paths.deployments()} />}>Clear the filters</Button>}
    >
      {!isReading && 'Nothing has this name and status.'}
    </EmptyState>
  )
}

function countText(loaded: number, shown: number, hasMore: boolean): string {
  const all = hasMore ? `the first ${loaded}` : String(loaded)
  if (shown < loaded) return `${shown} of ${all} deployments`
  return `${all} ${loaded === 1 ? 'deployment' : 'deployments'}`
}
