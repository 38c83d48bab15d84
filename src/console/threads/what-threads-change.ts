import type { Transport } from '../../client/api.ts'
import { listRuns } from '../../contract/agent-server/runs.ts'
import { getThread, searchThreads } from '../../contract/agent-server/threads.ts'
import { findThreads } from '../../contract/search/thread-search.ts'
import { queryKey } from '../api.tsx'

/** Keys of the reads that a new, changed or deleted thread, or a run on one, makes old. */
export function whatThreadsChange(agent: Transport) {
  return [searchThreads, findThreads, getThread, listRuns].map((endpoint) =>
    queryKey(agent, endpoint),
  )
}
