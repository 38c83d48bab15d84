import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { revisionsPage } from '../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { useApi } from '../../api.tsx'
import { ListFooter } from '../../lists/list-footer.tsx'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { CandidateCard } from '../previews/candidate-card.tsx'
import { deploymentQuery, revisionsQuery } from '../queries.ts'
import { useRevisionFigures } from './figures/use-revision-figures.ts'
import { useRevisionVotes } from './figures/use-revision-votes.ts'
import { candidateOf } from './revision-facts.ts'
import { RevisionsTable } from './revisions-table.tsx'

export const handle = {
  useTitle: () => 'Revisions',
  firstReads: revisionsPage,
} satisfies PageHandle

/** Every revision of a deployment, newest first; two that are chosen are compared. */
export function Component() {
  const api = useApi()
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const list = useSuspenseInfiniteQuery(revisionsQuery(api, deploymentId))
  const revisions = list.data.pages.flatMap((page) => page.resources)
  const [chosen, setChosen] = useState<readonly string[]>([])
  // The two that were chosen last: a third takes the place of the first.
  const onChoose = (id: string, isChosen: boolean) =>
    setChosen((before) =>
      isChosen ? [...before.slice(-1), id] : before.filter((other) => other !== id),
    )
  const [older, newer] = revisions
    .map(({ id }) => id)
    .filter((id) => chosen.includes(id))
    .reverse()
  const candidate = candidateOf(deployment, revisions)
  const figuresOf = useRevisionFigures(deploymentId)
  const votesOf = useRevisionVotes(deploymentId)
  return (
    <>
      {candidate && <CandidateCard deployment={deployment} revision={candidate} />}
      {revisions.length > 1 && (
        <div className="mb-3 flex min-h-[30px] items-center justify-end gap-3 text-ink-2 text-sm max-[599px]:hidden">
          {older && newer ? (
            <Button
              size="sm"
              variant="primary"
              render={<Link to={paths.compareRevisions(deploymentId, older, newer)} />}
            >
              Compare the two
            </Button>
          ) : (
            <span aria-live="polite">
              {chosen.length === 1 ? 'Select one more to compare' : 'Select two to compare'}
            </span>
          )}
        </div>
      )}
      <Card>
        {revisions.length === 0 ? (
          <EmptyState title="No revision yet" />
        ) : (
          <RevisionsTable
            deployment={deployment}
            revisions={revisions}
            choice={{ ids: chosen, onChoose }}
            figuresOf={figuresOf}
            votesOf={votesOf}
          />
        )}
      </Card>
      <ListFooter
        more={
          list.hasNextPage && {
            isPending: list.isFetchingNextPage,
            onMore: () => void list.fetchNextPage(),
          }
        }
      />
    </>
  )
}
