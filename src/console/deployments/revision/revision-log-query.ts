import type { QueryClient } from '@tanstack/react-query'
import { isUnderWay } from '../../../contract/control-plane/awaits-source.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { refusalOf } from '../../../contract/gateway/connections.ts'
import type { Api } from '../../api.tsx'
import { logTailQuery } from '../../objects/logs/log-tail.ts'
import { revisionPace } from '../queries.ts'

/** Begins to read the log before its page is drawn, where there is one. */
export async function readLogAhead(
  client: QueryClient,
  api: Api,
  deploymentId: string,
  revision: Revision,
) {
  if (refusalOf(api.connection, 'revision_logs') !== null) return
  await client.prefetchQuery(revisionLogQuery(api, deploymentId, revision))
}

/** The log of a revision, read along with its rollout; the last read follows the end of that. */
export function revisionLogQuery(api: Api, deploymentId: string, revision: Revision) {
  const isOver = !isUnderWay(revision)
  const query = logTailQuery(api, { deploymentId, revisionId: revision.id }, isOver)
  if (isOver) return query
  return {
    ...query,
    refetchInterval: ({ state }: { state: { dataUpdatedAt: number } }) =>
      revisionPace({ data: revision, dataUpdatedAt: state.dataUpdatedAt }),
  }
}
