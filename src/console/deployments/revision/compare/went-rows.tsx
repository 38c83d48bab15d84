import { Td } from '../../../../ui/table/table.tsx'
import { RevisionRuns } from '../figures/revision-runs.tsx'
import { RevisionVotes } from '../figures/revision-votes.tsx'
import { useRevisionFigures } from '../figures/use-revision-figures.ts'
import { useRevisionVotes } from '../figures/use-revision-votes.ts'
import { RowName } from './row-name.tsx'

type WentRowsProps = { deploymentId: string; before: string; after: string }

/** How the runs of two revisions went and how their answers were rated, as rows; none of what neither has. */
export function WentRows({ deploymentId, before, after }: WentRowsProps) {
  const figuresOf = useRevisionFigures(deploymentId)
  const votesOf = useRevisionVotes(deploymentId)
  const sides = [
    { side: 'before', id: before, earlier: [] },
    { side: 'after', id: after, earlier: [figuresOf(before)] },
  ].map(({ id, ...side }) => ({ ...side, id, figures: figuresOf(id), votes: votesOf(id) }))
  return (
    <>
      {sides.some(({ figures }) => figures) && (
        <tr>
          <RowName>Runs, 30 days</RowName>
          {sides.map(({ side, figures, earlier }) => (
            <Td key={side}>
              {figures ? <RevisionRuns {...{ deploymentId, figures }} before={earlier} /> : '—'}
            </Td>
          ))}
        </tr>
      )}
      {sides.some(({ votes }) => votes) && (
        <tr>
          <RowName>Votes, 30 days</RowName>
          {sides.map(({ side, id, votes }) => (
            <Td key={side}>
              {votes ? <RevisionVotes {...{ deploymentId, votes }} revisionId={id} /> : '—'}
            </Td>
          ))}
        </tr>
      )}
    </>
  )
}
