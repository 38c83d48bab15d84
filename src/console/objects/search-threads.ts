import type { Transport } from '../../client/api.ts'
import { callWithExtension } from '../../client/plain-request.ts'
import { searchThreads } from '../../contract/agent-server/threads.ts'
import type { EndpointInput } from '../../contract/endpoint.ts'

type Search = Omit<NonNullable<EndpointInput<typeof searchThreads>['body']>, 'select'>

/** What a list shows of a thread; states are left where they are. */
const published = [
  'thread_id',
  'created_at',
  'updated_at',
  'metadata',
  'status',
  'interrupts',
] as const

/** The body of a search for lists: with the summaries that only our server has. */
export function listedThreads(search: Search) {
  return { ...search, select: [...published, 'summary' as const] }
}

/** Threads for a list; a server that does not know summaries is asked without them. */
export function searchListedThreads(agent: Transport, search: Search, signal: AbortSignal) {
  const plain = { body: { ...search, select: [...published] } }
  return callWithExtension(agent, searchThreads, { body: listedThreads(search), signal }, plain)
}
