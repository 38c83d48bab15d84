import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { searchAssistants } from '../../../contract/agent-server/assistants.ts'
import { isUnderWay } from '../../../contract/control-plane/awaits-source.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { Duration } from '../../../ui/format/duration.tsx'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { Card, CardHeader } from '../../../ui/page/card.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { query, useApi } from '../../api.tsx'
import { HealthPill } from '../../objects/deployment-health.tsx'
import { statusLabel, statusTone } from '../../objects/revision-status.ts'
import { paths } from '../../paths.ts'

/** More are for the list. */
const mostShown = 5

/** What there is to be talked to, and what comes up. */
export function FirstAgents({ deployments }: { deployments: readonly Deployment[] }) {
  const areExamples = deployments.every(({ name }) => /^examples(-|$)/.test(name))
  return (
    <Card>
      <CardHeader
        title={areExamples ? 'Example agents' : 'Deployments'}
        detail={areExamples && 'to try things on; delete them when you like'}
        actions={
          <Link
            to={paths.deployments()}
            className="rounded-sm text-accent text-sm no-underline hover:underline"
          >
            All deployments
          </Link>
        }
      />
      <ul className="divide-y">
        {deployments.slice(0, mostShown).map((deployment) => (
          <FirstAgent key={deployment.id} deployment={deployment} />
        ))}
      </ul>
    </Card>
  )
}

function FirstAgent({ deployment }: { deployment: Deployment }) {
  const { id, name, active_revision_id, latest_revision_status: status } = deployment
  const api = useApi()
  const serves = active_revision_id !== null
  const { data: assistants } = useQuery({
    ...query(api.agent(id), searchAssistants, { body: { limit: 100 } }),
    enabled: serves,
  })
  const isComing = !serves && status && isUnderWay({ ...deployment, status })
  const names = assistants?.map((assistant) => assistant.name ?? assistant.graph_id).join(', ')
  return (
    <li>
      <Link
        to={paths.deployment(id)}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 px-4 py-2.5 no-underline hover:bg-bg focus-visible:-outline-offset-2 min-[700px]:grid-cols-[150px_minmax(0,1fr)_auto_74px]"
      >
        <span className="truncate font-medium text-ink">{name}</span>
        <span className="truncate text-ink-2 text-sm max-[699px]:order-3 max-[699px]:col-span-2">
          {names ?? (isComing ? stepWords(status) : '')}
        </span>
        <span>
          {isComing ? (
            <StatusPill tone={statusTone({ status })}>{statusLabel(status)}</StatusPill>
          ) : (
            <HealthPill deployment={deployment} />
          )}
        </span>
        <span className="text-right text-ink-2 text-sm tabular-nums max-[699px]:hidden">
          {isComing ? (
            <Duration start={deployment.created_at} />
          ) : (
            <RelativeTime value={deployment.updated_at} />
          )}
        </span>
      </Link>
    </li>
  )
}

/** What is being done for a deployment that comes up. */
function stepWords(status: string): string {
  if (status === 'BUILDING') return 'Fetching its code, installing its packages'
  if (/DEPLOY/.test(status)) return 'Starting it, loading its graphs'
  return 'Waits for its turn'
}
