import { call } from '../../client/api.ts'
import { keptState } from '../../client/kept-state.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import { getThread, type ThreadState } from '../../contract/agent-server/threads.ts'
import { readRuns } from './server-reads.ts'
import type { SessionContext } from './session-context.ts'

/**
 * What a thread keeps of its newest state, with its runs: to be read while the graph cannot be asked. Null where it
 * keeps none, or cannot be read either: the read of the state goes on, and says why.
 */
export async function readKeptThread(
  { options: { transport } }: SessionContext,
  thread_id: string,
  signal: AbortSignal,
): Promise<{ records: Run[]; state: ThreadState } | null> {
  try {
    const [thread, records] = await Promise.all([
      call(transport, getThread, { params: { thread_id }, signal }),
      readRuns(transport, thread_id, signal),
    ])
    const state = keptState(thread)
    return state && { records, state }
  } catch {
    return null
  }
}
