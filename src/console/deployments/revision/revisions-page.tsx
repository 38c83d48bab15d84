import { useInfiniteQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { revisionsPage } from '../../../contract/pages/deployment-pages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useApi } from '../../api.tsx'
import { ListFooter } from '../../lists/list-footer.tsx'
import { useUrlFilters } from '../../lists/url-filters.ts'
import { paths } from '../../paths.ts'
import type { PageHandle } from '../../shell/page/page-handle.ts'
import { useParam } from '../../shell/page/use-param.ts'
import { CandidateCard } from '../previews/candidate-card.tsx'
import { deploymentQuery, revisionsQuery } from '../queries.ts'
import { candidateOf } from '../revision-facts.ts'
import { useRevisionFigures } from './figures/use-revision-figures.ts'
import { useRevisionVotes } from './figures/use-revision-votes.ts'
import { RevisionsTable } from './revisions-table.tsx'
import { RevisionChips, shownRevisions } from './shown-revisions.tsx'

export const handle = {
  useTitle: () => 'Revisions',
  firstReads: revisionsPage,
} satisfies PageHandle

/** Every revision of a deployment, newest first; two that are chosen are compared. */
export function Component() {
  const api = useApi()
  const deploymentId = useParam('deploymentId')
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const url = useUrlFilters()
  const shown = shownRevisions(url.get('show'))
  const { pages } = useSuspenseInfiniteQuery(revisionsQuery(api, deploymentId)).data
  const all = pages.flatMap((page) => page.resources)
  const list = useInfiniteQuery(revisionsQuery(api, deploymentId, shown.status))
  const told = list.data?.pages.flatMap((page) => page.resources) ?? []
  const revisions = told.filter(shown.has)
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
  const candidate = candidateOf(deployment, all)
  const figuresOf = useRevisionFigures(deploymentId)
  const votesOf = useRevisionVotes(deploymentId)
  return (
    <>
      {candidate && <CandidateCard deployment={deployment} revision={candidate} />}
      <div className="mb-3 flex min-h-[30px] flex-wrap items-center justify-between gap-3">
        <RevisionChips shown={shown} url={url} onChoose={() => setChosen([])} />
        {revisions.length > 1 && (
          <div className="text-ink-2 text-sm max-[599px]:hidden">
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
      </div>
      <Card>
        {list.error && !list.data ? (
          <Note tone="bad" title="The revisions could not be read">
            {list.error.message}
          </Note>
        ) : list.isPending ? (
          <div className="px-4">
            <Skeleton label="Loading revisions" lines={4} />
          </div>
        ) : revisions.length === 0 ? (
          <EmptyState
            title={shown.none}
            action={
              shown.value !== 'all' && (
                <Button onClick={() => url.set('show', null)}>Show all revisions</Button>
              )
            }
          />
        ) : (
          <RevisionsTable
            deployment={deployment}
            revisions={revisions}
            all={all}
            choice={{ ids: chosen, onChoose }}
            figuresOf={figuresOf}
            votesOf={votesOf}
          />
        )}
      </Card>
      <ListFooter
        count={
          told.length > revisions.length &&
          `${revisions.length} of ${told.length} that were looked through`
        }
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
