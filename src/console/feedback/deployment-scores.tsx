import type { FeedbackGroup } from '../../contract/tracing/feedback.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { type Column, RowLink } from '../lists/column.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { paths } from '../paths.ts'
import { meanText, type ScoreTotal, totalsBy } from './score-lines.ts'

type DeploymentScoresProps = {
  /** All votes ever, by key and deployment. */
  groups: readonly FeedbackGroup[]
  /** Names of deployments by id. */
  names: ReadonlyMap<string, string>
}

/** How each deployment is rated, key by key, the most voted first. */
export function DeploymentScores({ groups, names }: DeploymentScoresProps) {
  const rows = totalsBy(groups, 'deployment_id').flatMap(({ id }) =>
    totalsBy(
      groups.filter((group) => (group.deployment_id ?? null) === id),
      'key',
    ).map(({ id: key, total }) => ({ id, key, total })),
  )
  return (
    <Card>
      <CardHeader title="By deployment" detail="all time" />
      <ListTable
        label="Scores by deployment"
        columns={columnsFor(names)}
        rows={rows}
        keyOf={({ id, key }) => `${id} ${key}`}
        rowsLead
      />
    </Card>
  )
}

type Score = { id: string | null; key: string | null; total: ScoreTotal }

const count = (head: string, of: (total: ScoreTotal) => number | string, className = '') => ({
  head,
  className,
  cellClass: 'tabular-nums',
  cell: ({ total }: Score) => of(total),
})
const aside = 'max-[599px]:hidden'

const columnsFor = (names: DeploymentScoresProps['names']): readonly Column<Score>[] => [
  {
    head: 'Deployment',
    cellClass: 'max-w-56 truncate',
    cell: ({ id }, href) =>
      id ? (
        <RowLink href={href(paths.deploymentFeedback(id))}>{names.get(id) ?? shortId(id)}</RowLink>
      ) : (
        <span className="text-ink-3">unknown</span>
      ),
  },
  {
    head: 'Key',
    cellClass: 'mono max-w-40 truncate min-[900px]:max-w-80',
    titleOf: ({ key }) => key ?? undefined,
    cell: ({ key }) => key,
  },
  count('Mean', ({ mean }) => meanText(mean)),
  count('Votes', ({ count }) => count),
  count('Above 0', ({ positive }) => positive, aside),
  count('Below 0', ({ negative }) => negative, aside),
  count('Comments', ({ comments }) => comments, aside),
]
