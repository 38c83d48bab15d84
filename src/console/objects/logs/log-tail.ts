import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/api.ts'
import {
  type LogEntry,
  type LogRuns,
  type LogStream,
  listRevisionLogs,
} from '../../../contract/control-plane/revisions.ts'
import type { Api } from '../../api.tsx'
import { type ReadLines, readOn, unread } from './log-part.ts'

/** The two logs of a revision, in the order in which they are written. */
export const logTypes = ['build', 'deploy'] as const
export type LogType = (typeof logTypes)[number]

/** The most that servers give at once; ours gives more. */
const pageSize = 1000
const ownPageSize = 10_000
/** A long log is shown after so many pages of it, and again after as many more. */
const shownPages = 2

/** Whose lines: those of a revision, or of them what one run printed. */
export interface LogPlace {
  deploymentId: string
  revisionId: string
  runId?: string
}

/** Both logs as far as they have been read. */
export interface LogTail extends Record<LogType, ReadLines> {
  /** Read after what is written had ended, so nothing of it is missing. */
  isWhole: boolean
}

/**
 * The logs of a revision, or those lines of one run. Each read goes on where the one before ended; the server tells when
 * there is more, see `rereadChanged`.
 * @param isOver whatever writes it has ended
 */
export function logTailQuery(api: Api, place: LogPlace, isOver: boolean) {
  const params = { deployment_id: place.deploymentId, revision_id: place.revisionId }
  const query = place.runId === undefined ? undefined : { run_id: place.runId }
  return queryOptions({
    queryKey: [
      ...[api.controlPlane.baseUrl, listRevisionLogs.name],
      ...[{ params, ...(query && { query }) }, 'tail'],
    ],
    queryFn: async ({ client, queryKey: key, signal }): Promise<LogTail> => {
      const before = client.getQueryData<LogTail>(key)
      const tail: LogTail = {
        build: before?.build ?? unread,
        deploy: before?.deploy ?? unread,
        isWhole: false,
      }
      let pages = 0
      const read = async (type: LogType) => {
        tail[type] = await readOn(tail[type], logPages(api, { ...place, type, signal }), (part) => {
          tail[type] = part
          pages += 1
          if (pages % shownPages === 0 && !signal.aborted) client.setQueryData(key, { ...tail })
        })
      }
      // What a run prints is no part of a build.
      await Promise.all(place.runId === undefined ? logTypes.map(read) : [read('deploy')])
      return { ...tail, isWhole: isOver }
    },
    // Lines are compared by nobody, and there may be many.
    structuralSharing: false,
    // What was written last is read once more after its end.
    refetchInterval: ({ state }) => (isOver && state.data?.isWhole === false ? 200 : false),
  })
}

/** Reads a log from a place on, oldest line first; null is its beginning. */
export function logPages(api: Api, log: LogPlace & { type: LogType; signal?: AbortSignal }) {
  return (offset: string | null) =>
    call(api.controlPlane, listRevisionLogs, {
      params: { deployment_id: log.deploymentId, revision_id: log.revisionId },
      query: {
        ...{ type: log.type, order: 'asc', limit: sizeOf(api), offset: offset ?? undefined },
        ...(log.runId !== undefined && { run_id: log.runId }),
      },
      ...(log.signal && { signal: log.signal }),
    })
}

function sizeOf({ connection }: Api): number {
  return connection.kind === 'local' ? ownPageSize : pageSize
}

/** The lines of both logs in order, or of the one that holds a stream. Where the page has let some go a line says how many. */
export function linesOf(tail: LogTail, stream: LogStream | 'all'): LogEntry[] {
  const types: readonly LogType[] =
    stream === 'all' ? logTypes : [stream === 'build' ? 'build' : 'deploy']
  return types.flatMap((type) => {
    const { lines, last, dropped } = tail[type]
    return [...(dropped > 0 ? [letGo(dropped, lines[0])] : []), ...lines, ...last]
  })
}

function letGo(dropped: number, next: LogEntry | undefined): LogEntry {
  const message = `${dropped} older lines are not kept on this page. The download has them as far as the server keeps them.`
  return { message, dropped, level: 'WARNING', timestamp: next?.timestamp ?? null }
}

/** Where the runs of the lines are; what a build prints is of none. */
export function runsOf(tail: LogTail): LogRuns {
  return tail.deploy.runs
}

/** How many lines were read, whether they are kept or not. */
export function countOf(tail: LogTail): number {
  return logTypes.reduce((sum, type) => {
    const { lines, last, dropped } = tail[type]
    return sum + lines.length + last.length + dropped
  }, 0)
}
