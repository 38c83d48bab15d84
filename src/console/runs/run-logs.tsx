import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { getDeployment } from '../../contract/control-plane/deployments.ts'
import { refusalOf } from '../../contract/gateway/connections.ts'
import { Card, CardHeader } from '../../ui/page/card.tsx'
import { query, useApi } from '../api.tsx'
import { useUrlFilters } from '../lists/url-filters.ts'
import { DownloadLog } from '../objects/logs/download-log.tsx'
import { LogPanel } from '../objects/logs/log-panel.tsx'
import { countOf, type LogPlace, linesOf } from '../objects/logs/log-tail.ts'
import { useRunIsGone } from './gone/run-is-gone.ts'
import { lostBefore, runLogQuery } from './run-log-query.ts'

/**
 * What a run wrote to the log of its revision. Nothing where nobody can tell: a server that names no revision, or
 * keeps no logs.
 */
export function RunLogs({ deploymentId, run }: { deploymentId: string; run: Run }) {
  const api = useApi()
  const params = { deployment_id: deploymentId }
  const deployment = useQuery(query(api.controlPlane, getDeployment, { params })).data
  const isKept = refusalOf(api.connection, 'revision_logs') === null
  if (!run.revision_id || !deployment || deployment.is_agent_server || !isKept) return null
  // The logs of a preview are those of the revision that it runs.
  const ownerId = deployment.preview_of?.deployment_id ?? deploymentId
  const place = { deploymentId: ownerId, revisionId: run.revision_id, runId: run.run_id }
  return <Lines place={place} run={run} />
}

function Lines({ place, run }: { place: Required<LogPlace>; run: Run }) {
  const api = useApi()
  const url = useUrlFilters()
  const isGone = useRunIsGone()
  const { data, error, isPending } = useQuery({ ...runLogQuery(api, place, run), enabled: !isGone })
  const lost = useQuery({ ...lostBefore(api, place, run), enabled: !isGone }).data
  const nothing = isGone && isPending ? unread : noLines(isActive(run) && !isGone, lost?.isAll)
  const lines = useMemo(
    () => [
      ...(lost?.line ? [lost.line] : []),
      // A server may not know the filter.
      ...(data ? linesOf(data, 'deploy') : []).filter(
        ({ run_id, dropped }) => run_id === place.runId || dropped,
      ),
    ],
    [data, lost, place.runId],
  )
  return (
    <Card>
      <CardHeader title="Logs of this run" />
      {lines.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">
          {error?.message ?? (isPending && !isGone ? 'Reading the log…' : nothing)}
        </p>
      ) : (
        <LogPanel
          label="Logs of this run"
          url={url}
          lines={lines}
          count={data ? countOf(data) : 0}
          isLive={isActive(run) && !isGone}
          emptyText={nothing}
        >
          {error && <span className="text-sm text-warn">{error.message}</span>}
          <DownloadLog place={place} types={['deploy']} name={place.runId} />
        </LogPanel>
      )}
    </Card>
  )
}

const unread = 'Its lines were not read before the run was gone.'

function noLines(isAtWork: boolean, areGone = false): string {
  if (isAtWork) return 'It has written no line yet.'
  return areGone
    ? 'If it wrote something, that is gone: the log of its revision begins later.'
    : 'It wrote no line.'
}
