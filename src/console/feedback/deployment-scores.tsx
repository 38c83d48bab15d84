import { Link } from 'react-router-dom'
import type { FeedbackGroup } from '../../contract/tracing/feedback.ts'
import { shortId } from '../../ui/format/short-id-text.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { Table, Td, Th, Tr } from '../../ui/table/table.tsx'
import { walkRows } from '../lists/list-rows.ts'
import { paths } from '../paths.ts'
import { meanText, totalsBy } from './score-lines.ts'

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
      <Table label="Scores by deployment">
        <thead>
          <Tr>
            <Th>Deployment</Th>
            <Th>Key</Th>
            <Th>Mean</Th>
            <Th>Votes</Th>
            <Th className="max-[599px]:hidden">Above 0</Th>
            <Th className="max-[599px]:hidden">Below 0</Th>
            <Th className="max-[599px]:hidden">Comments</Th>
          </Tr>
        </thead>
        <tbody onKeyDown={walkRows('tr')}>
          {rows.map(({ id, key, total }) => (
            <Tr key={`${id} ${key}`}>
              <Td className="max-w-56 truncate">
                {id ? (
                  <Link
                    to={paths.deploymentFeedback(id)}
                    className="rounded-sm font-semibold text-ink no-underline hover:underline"
                  >
                    {names.get(id) ?? shortId(id)}
                  </Link>
                ) : (
                  <span className="text-ink-3">unknown</span>
                )}
              </Td>
              <Td className="mono max-w-40 truncate min-[900px]:max-w-80" title={key ?? undefined}>
                {key}
              </Td>
              <Td className="tabular-nums">{meanText(total.mean)}</Td>
              <Td className="tabular-nums">{total.count}</Td>
              <Td className="tabular-nums max-[599px]:hidden">{total.positive}</Td>
              <Td className="tabular-nums max-[599px]:hidden">{total.negative}</Td>
              <Td className="tabular-nums max-[599px]:hidden">{total.comments}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
