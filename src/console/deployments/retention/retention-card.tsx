import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '../../../client/api-error.ts'
import { retentionNames } from '../../../contract/control-plane/retention.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { retentionRead } from '../../../contract/pages/retention-pages.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { useApi } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { readQuery } from '../../reads.ts'
import { retentionWords, ruleOf, ruleText } from './retention-values.ts'

/** How long a deployment keeps what is its own. Nothing is shown where the server has no such rule. */
export function RetentionCard({ deploymentId }: { deploymentId: string }) {
  const api = useApi()
  const { data } = useQuery({
    ...readQuery(api, retentionRead(deploymentId)),
    enabled: searchesRuns(api.connection),
    retry: (failures, reason) => failures < 2 && !(reason instanceof ApiError),
  })
  if (!data) return null
  const gone = retentionNames.filter((name) => data.removed[name] > 0)
  return (
    <Card>
      <CardHeader
        title="Retention"
        actions={
          <Link
            to={paths.deploymentRetention(deploymentId)}
            aria-label="Change retention"
            className="rounded-sm text-ink-2 text-sm hover:text-ink"
          >
            Change
          </Link>
        }
      />
      <CardBody>
        <p>{ruleText(ruleOf(data.rule))}</p>
        {gone.length > 0 && (
          <p className="mt-1 text-ink-2 text-sm">
            Removed in the last 30 days:{' '}
            {gone
              .map(
                (name) =>
                  `${data.removed[name].toLocaleString('en-GB')} ${retentionWords[name].toLowerCase()}`,
              )
              .join(', ')}
            .
          </p>
        )}
      </CardBody>
    </Card>
  )
}
