import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useApi } from '../../api.tsx'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { deploymentQuery, revisionsQuery } from '../queries.ts'
import { RevisionsTable } from './revisions-table.tsx'

export const handle = {
  useTitle: () => 'Revisions',
  readAhead: (client, api, { deploymentId = '' }) =>
    client.prefetchInfiniteQuery(revisionsQuery(api, deploymentId)),
} satisfies PageHandle

/** Every revision of a deployment, newest first. */
export function Component() {
  const api = useApi()
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const list = useSuspenseInfiniteQuery(revisionsQuery(api, deploymentId))
  const revisions = list.data.pages.flatMap((page) => page.resources)
  return (
    <>
      <Card>
        {revisions.length === 0 ? (
          <EmptyState title="No revision yet" />
        ) : (
          <RevisionsTable deployment={deployment} revisions={revisions} hasHead />
        )}
      </Card>
      {list.hasNextPage && (
        <div className="mt-2.5">
          <Button
            size="sm"
            isPending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
