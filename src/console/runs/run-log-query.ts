import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/api.ts'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import { listRevisionLogs } from '../../contract/control-plane/revisions.ts'
import { searchesRuns } from '../../contract/gateway/connections.ts'
import { now } from '../../ui/format/now.ts'
import { type Api, queryKey } from '../api.tsx'
import { type LogPlace, logTailQuery } from '../objects/logs/log-tail.ts'
import { lostLines } from './lost-lines.ts'
import { runsInterval } from './runs-interval.ts'

/** What a run writes last is in the log a moment after it has ended. */
const lateMs = 2_000
const lateUntilMs = 10_000

/** The lines of one run, oldest first: read along with it, and once more when it has ended. */
export function runLogQuery(api: Api, place: Required<LogPlace>, run: Run) {
  return {
    ...logTailQuery(api, place, !isActive(run)),
    refetchInterval: () => runsInterval([run]) || (hasJustEnded(run) && lateMs),
    retry: false,
  }
}

function hasJustEnded({ ended_at, updated_at }: Run): boolean {
  return Math.abs(now() - Date.parse(ended_at ?? updated_at)) < lateUntilMs
}

/** What of the lines of a run is missing: those that the log of its revision has let go, or that are too old. */
export function lostBefore(api: Api, place: Required<LogPlace>, run: Run) {
  const params = { deployment_id: place.deploymentId, revision_id: place.revisionId }
  const asked = { type: 'deploy', order: 'asc', limit: 1 } as const
  return queryOptions({
    queryKey: queryKey(api.controlPlane, listRevisionLogs, { params, query: asked }),
    queryFn: async ({ signal }) => {
      const page = await call(api.controlPlane, listRevisionLogs, { params, query: asked, signal })
      return lostLines(page.logs[0], run, searchesRuns(api.connection))
    },
    retry: false,
  })
}
