import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../contract/deployments.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { useParam } from '../shell/use-param.ts'
import { ConfigurationCard } from './configuration-card.tsx'
import { ExecutorCard } from './executor-card.tsx'
import { deploymentQuery, revisionsQuery } from './queries.ts'
import { RevisionCard } from './revision-card.tsx'
import { RevisionsTable } from './revisions-table.tsx'

const shownRevisions = 5

/** How a deployment is doing: its latest revision live, those before, its configuration. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(useApi(), deploymentId))
  const latestId = deployment.latest_revision_id
  return (
    <div className="flex flex-col gap-[18px]">
      {latestId ? (
        <RevisionCard
          key={latestId}
          deploymentId={deploymentId}
          revisionId={latestId}
          servingId={deployment.active_revision_id}
        />
      ) : (
        <Card>
          <EmptyState title="No revision yet">The first one appears here.</EmptyState>
        </Card>
      )}
      <div className="grid items-start gap-[18px] min-[1100px]:grid-cols-[minmax(0,1fr)_380px]">
        <Suspense
          fallback={
            <Card>
              <div className="px-4">
                <Skeleton label="Loading revisions" lines={4} />
              </div>
            </Card>
          }
        >
          <NewestRevisions deployment={deployment} />
        </Suspense>
        <ConfigurationCard deployment={deployment} />
      </div>
      <ExecutorCard key={deployment.active_revision_id} deploymentId={deploymentId} />
    </div>
  )
}

function NewestRevisions({ deployment }: { deployment: Deployment }) {
  const { data, hasNextPage } = useSuspenseInfiniteQuery(revisionsQuery(useApi(), deployment.id))
  const revisions = data.pages.flatMap((page) => page.resources)
  const count = hasNextPage ? `${revisions.length}+` : revisions.length
  return (
    <Card>
      <CardHeader
        title="Revisions"
        actions={
          <Link
            to={paths.deploymentRevisions(deployment.id)}
            className="rounded-sm text-ink-2 text-sm hover:text-ink"
          >
            View all {count}
          </Link>
        }
      />
      <RevisionsTable deployment={deployment} revisions={revisions.slice(0, shownRevisions)} />
    </Card>
  )
}
