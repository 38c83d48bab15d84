import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import {
  isSettled,
  type LogEntry,
  listRevisionLogs,
  type Revision,
} from '../../../contract/control-plane/revisions.ts'
import { type Api, queryKey } from '../../api.tsx'
import { revisionPace } from '../queries.ts'
import { type LogPart, readOn, unread } from './log-part.ts'

/** The two logs of a revision, in the order in which they are written. */
export const logTypes = ['build', 'deploy'] as const
export type LogType = (typeof logTypes)[number]

/** The most that a server gives at once. */
const pageSize = 1000

/** Both logs as far as they have been read. */
export interface LogTail extends Record<LogType, LogPart> {
  /** Read after the rollout had ended, so nothing of it is missing. */
  isWhole: boolean
}

/**
 * The logs of a revision. Each read goes on where the one before ended, and the last one follows the end
 * of the rollout; a later `refetch` loads what was written since.
 */
export function logTailQuery(api: Api, deploymentId: string, revision: Revision) {
  const params = { deployment_id: deploymentId, revision_id: revision.id }
  const isOver = isSettled(revision)
  return queryOptions({
    queryKey: [...queryKey(api.controlPlane, listRevisionLogs, { params }), 'tail'],
    queryFn: async ({ client, queryKey: key, signal }): Promise<LogTail> => {
      const before = client.getQueryData<LogTail>(key)
      const read = (type: LogType) => readOn(before?.[type] ?? unread, pageOf(type, signal))
      const [build, deploy] = await Promise.all([read('build'), read('deploy')])
      return { build, deploy, isWhole: isOver }
    },
    // Lines are compared by nobody, and there may be many.
    structuralSharing: false,
    refetchInterval: ({ state }) => {
      if (!isOver) return revisionPace({ data: revision, dataUpdatedAt: state.dataUpdatedAt })
      return state.data?.isWhole ? false : 200
    },
  })

  function pageOf(type: LogType, signal: AbortSignal) {
    return logPages(api, { deploymentId, revisionId: revision.id, type, signal })
  }
}

/** Reads a log from a place on, oldest line first; null is its beginning. */
export function logPages(
  api: Api,
  log: { deploymentId: string; revisionId: string; type: LogType; signal?: AbortSignal },
) {
  return (offset: string | null) =>
    call(api.controlPlane, listRevisionLogs, {
      params: { deployment_id: log.deploymentId, revision_id: log.revisionId },
      query: { type: log.type, order: 'asc', limit: pageSize, offset: offset ?? undefined },
      ...(log.signal && { signal: log.signal }),
    })
}

/** The lines of one log or of both, in order. */
export function linesOf(tail: LogTail, type: LogType | 'all'): LogEntry[] {
  const types = type === 'all' ? logTypes : [type]
  return types.flatMap((name) => [...tail[name].lines, ...tail[name].last])
}
