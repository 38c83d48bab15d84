import { type QueryClient, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type Params } from 'react-router-dom'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { overviewPage } from '../../contract/pages/deployment-pages.ts'
import { Button } from '../../ui/controls/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Card, CardBody, CardHeader } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Later } from '../../ui/page/later.tsx'
import { Note } from '../../ui/page/note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { type Api, useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { useParam } from '../shell/page/use-param.ts'
import { AgentServerCard } from './agent-server-card.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { ExecutorCard } from './executor/executor-card.tsx'
import { deploymentQuery, revisionQuery, revisionsQuery } from './queries.ts'
import { RevisionCard } from './revision/revision-card.tsx'
import { readLogAhead } from './revision/revision-log-query.ts'
import { RevisionsTable } from './revision/revisions-table.tsx'

const PreviewsCard = lazyPart(() =>
  import('./previews/previews-card.tsx').then((code) => code.PreviewsCard),
)
const PreviewOverview = lazyPart(() =>
  import('./previews/preview-overview.tsx').then((code) => code.PreviewOverview),
)

const RetentionCard = lazyPart(() =>
  import('./retention/retention-card.tsx').then((code) => code.RetentionCard),
)
const NotTold = lazyPart(() => import('./foreign/not-told.tsx').then((code) => code.NotTold))
const UsageCard = lazyPart(() => import('./usage-card.tsx').then((code) => code.UsageCard))

const shownRevisions = 5

export const handle = { firstReads: overviewPage, readAhead } satisfies PageHandle

/** How a deployment is doing: its latest revision live, those before, its configuration. */
export function Component() {
  const deploymentId = useParam('deploymentId')
  const api = useApi()
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const latestId = deployment.latest_revision_id
  if (deployment.preview_of) return <PreviewOverview of={deployment.preview_of} />
  if (deployment.is_agent_server) return <AgentServerCard deploymentId={deploymentId} />
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
      <Later>
        <div className="grid items-start gap-[18px] min-[1100px]:grid-cols-[minmax(0,1fr)_380px]">
          <NewestRevisions deployment={deployment} />
          <ConfigurationCard deployment={deployment} />
        </div>
        {searchesRuns(api.connection) ? (
          <>
            <PreviewsCard deploymentId={deploymentId} />
            <UsageCard deploymentId={deploymentId} />
            <RetentionCard deploymentId={deploymentId} />
            <ExecutorCard
              key={`process of ${deployment.active_revision_id}`}
              deploymentId={deploymentId}
            />
          </>
        ) : (
          <NotTold />
        )}
      </Later>
    </div>
  )
}

function NewestRevisions({ deployment }: { deployment: Deployment }) {
  const read = useInfiniteQuery(revisionsQuery(useApi(), deployment.id))
  const { data, error, hasNextPage } = read
  if (!data) {
    return (
      <Card>
        <CardHeader title="Revisions" />
        {error ? (
          <CardBody>
            <Note
              tone="bad"
              title="The revisions could not be read"
              action={
                <Button size="sm" isPending={read.isFetching} onClick={() => void read.refetch()}>
                  Try again
                </Button>
              }
            >
              {error.message}
            </Note>
          </CardBody>
        ) : (
          <div className="px-4">
            <Skeleton label="Loading revisions" lines={4} />
          </div>
        )}
      </Card>
    )
  }
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

/** The latest revision's story and log need its id, and the list tells whether it has ended. */
async function readAhead(client: QueryClient, api: Api, { deploymentId = '' }: Params) {
  if (api.connection.kind === 'agent_server') return
  const [{ latest_revision_id: latestId }, { pages }] = await Promise.all([
    client.fetchQuery(deploymentQuery(api, deploymentId)),
    client.fetchInfiniteQuery(revisionsQuery(api, deploymentId)),
  ])
  const latest = pages[0]?.resources.find(({ id }) => id === latestId)
  if (!latest) return
  await Promise.all([
    client.prefetchQuery(revisionQuery(api, deploymentId, latest.id)),
    readLogAhead(client, api, deploymentId, latest),
  ])
}
