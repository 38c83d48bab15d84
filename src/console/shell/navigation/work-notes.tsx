import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../client/api-error.ts'
import { searchesAll } from '../../../contract/gateway/connections.ts'
import { listSessions } from '../../../contract/qa/sessions.ts'
import { searchAllRuns } from '../../../contract/search/run-search.ts'
import { findAllThreads } from '../../../contract/search/thread-search.ts'
import { type Api, query } from '../../api.tsx'
import type { SideNotes } from './side-layout.tsx'
import { SideNote } from './side-note.tsx'

/** More are not counted for the side. */
const most = 999
/** More sessions seldom run at once. */
const mostSessions = 50

/** What is at work or waits, beside the entries that have it. */
export function workNotes(api: Api): SideNotes {
  return {
    threads: <ThreadsNote api={api} />,
    runs: <RunsNote api={api} />,
    'qa-sessions': <SessionsNote api={api} />,
  }
}

/** How many wait for a person. */
function ThreadsNote({ api }: { api: Api }) {
  const asked = { status: ['needs_you' as const], limit: 1, count_to: most }
  const found = useQuery({
    ...query(api.controlPlane, findAllThreads, { body: asked }),
    enabled: ({ state }) => searchesAll(api.connection) && !isRefused(state.error),
  })
  const count = countOf(found)
  return count && <SideNote>{count === '1' ? '1 needs you' : `${count} need you`}</SideNote>
}

/** How many wait or work. */
function RunsNote({ api }: { api: Api }) {
  const asked = { status: ['pending' as const, 'running' as const], limit: 1, count_to: most }
  const found = useQuery({
    ...query(api.controlPlane, searchAllRuns, { body: asked }),
    enabled: ({ state }) => searchesAll(api.connection) && !isRefused(state.error),
  })
  const count = countOf(found)
  return count && <SideNote>{count} active</SideNote>
}

/** How many run. */
function SessionsNote({ api }: { api: Api }) {
  const asked = { status: 'running' as const, limit: mostSessions }
  const { data = [], isError } = useQuery(query(api.gateway, listSessions, { query: asked }))
  if (data.length === 0 || isError) return null
  return <SideNote>{`${data.length}${data.length < mostSessions ? '' : '+'} running`}</SideNote>
}

/** A server of an earlier version counts to its own end alone: it is asked once. */
const isRefused = (error: Error | null) => error instanceof ApiError && error.status === 422

/** “3”, “999+”; null for none, and while that is not known: what was counted before a failure may be past. */
function countOf(found: UseQueryResult<{ total: number; is_total_capped: boolean }>) {
  const { data, isError } = found
  if (!data || isError || data.total === 0) return null
  return `${data.total}${data.is_total_capped ? '+' : ''}`
}
