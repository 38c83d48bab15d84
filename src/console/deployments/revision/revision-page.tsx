import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { isSettled } from '../../../contract/control-plane/revisions.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { revisionPage } from '../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { JsonView } from '../../../ui/page/json-view.tsx'
import { Later } from '../../../ui/page/later.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { useApi } from '../../api.tsx'
import { repeatedBy } from '../../objects/qa/repeated-by.ts'
import { RevisionDecision } from '../../objects/qa/revision-decision.tsx'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentQuery, revisionQuery, revisionsQuery } from '../queries.ts'
import { isReplaced, trafficWords } from '../revision-facts.ts'
import { RevisionPill } from '../revision-pill.tsx'
import { packagesQuery } from './packages/packages-query.ts'
import { RevisionPackages } from './packages/revision-packages.tsx'
import { RevisionActions } from './revision-actions.tsx'
import { RevisionCard } from './revision-card.tsx'
import { RevisionDetails } from './revision-details.tsx'
import { readLogAhead } from './revision-log-query.ts'
import { RevisionMenu } from './revision-menu.tsx'

export const handle = {
  useTitle: ({ revisionId = '' }) => `Revision ${shortId(revisionId)}`,
  to: ({ deploymentId = '', revisionId = '' }) => paths.revision(deploymentId, revisionId),
  firstReads: revisionPage,
  // Whether it has ended tells how its log is read.
  readAhead: async (client, api, { deploymentId = '', revisionId = '' }) => {
    const revision = await client.fetchQuery(revisionQuery(api, deploymentId, revisionId))
    if (searchesRuns(api.connection) && isSettled(revision)) {
      void client.prefetchQuery(packagesQuery(api, deploymentId, revisionId))
    }
    await readLogAhead(client, api, deploymentId, revision)
  },
} satisfies PageHandle

/** One revision of a deployment. */
export function Component() {
  const api = useApi()
  const deploymentId = useParam('deploymentId')
  const revisionId = useParam('revisionId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const { data: revision } = useSuspenseQuery(revisionQuery(api, deploymentId, revisionId))
  const newest = useInfiniteQuery(revisionsQuery(api, deploymentId)).data?.pages ?? []
  const all = newest.flatMap((page) => page.resources)
  const at = all.findIndex(({ id }) => id === revisionId)
  const older = at < 0 ? [] : all.slice(at + 1)
  const previousId = older[0]?.id
  const isServing = deployment.active_revision_id === revisionId
  const isLatest = revisionId === deployment.latest_revision_id
  const wasReplaced = isReplaced(deployment, revision)
  const [address] = useSearchParams()
  return (
    <>
      <PageHeader
        title={`Revision ${shortId(revisionId)}`}
        beside={
          <>
            <RevisionPill revision={revision} isReplaced={wasReplaced} />
            <span className="text-ink-2 text-sm">
              {[
                isServing ? trafficWords(deployment) : !wasReplaced && 'not serving',
                isLatest && 'latest',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        }
      >
        {searchesRuns(api.connection) && (
          <Button render={<Link to={paths.revisionRuns(deploymentId, revisionId)} />}>Runs</Button>
        )}
        <RevisionActions
          deployment={deployment}
          revision={revision}
          previousId={previousId}
          asksToPromote={address.get('ask') === 'promote'}
        />
        <RevisionMenu deployment={deployment} revision={revision} previousId={previousId} />
      </PageHeader>
      <div className="flex flex-col gap-[18px]">
        <RevisionDecision
          deploymentId={deploymentId}
          revisionId={revisionId}
          repeats={repeatedBy(revision, all)}
        />
        <RevisionCard
          deploymentId={deploymentId}
          revisionId={revisionId}
          title="Rollout"
          servingId={deployment.active_revision_id}
        />
        <Later>
          <RevisionDetails revision={revision} older={older.map(({ id }) => id)} />
          <RevisionPackages deploymentId={deploymentId} revisionId={revisionId} />
          <Card>
            <CardHeader title="JSON" />
            <CardBody>
              <JsonView value={revision} label="revision" hasSearch />
            </CardBody>
          </Card>
        </Later>
      </div>
    </>
  )
}
