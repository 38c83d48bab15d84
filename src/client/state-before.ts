import type { Run } from '../contract/agent-server/runs.ts'
import { getThreadHistory, type ThreadState } from '../contract/agent-server/threads.ts'
import { call, type Transport } from './api.ts'

/** A thread as it was before a run. */
export interface StateBefore {
  /** An empty state where there was none, null where the history does not go back so far, or too far to be read. */
  state: ThreadState | null
  /** A checkpoint of the run was there. Without one it had written nothing, or was rolled back already. */
  hasWritten: boolean
}

/** Most runs wrote a few states, and each may be large. */
const firstPage = 10
const pageSize = 50
const mostPages = 20
const empty: ThreadState = { values: {}, next: [], tasks: [] }

/**
 * The newest state of a thread that a run did not write, by pages of the history: what a roll-back of it goes back to,
 * on whatever branch it began. To be asked while the run is there.
 * @throws ApiError, or the signal's reason
 */
export async function stateBefore(
  transport: Transport,
  { thread_id, run_id }: Pick<Run, 'thread_id' | 'run_id'>,
  signal?: AbortSignal,
): Promise<StateBefore> {
  let oldest: ThreadState | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const limit = page === 0 ? firstPage : pageSize
    const before = oldest?.checkpoint?.checkpoint_id
    const query = { limit, ...(before && { before }) }
    const states = await call(transport, getThreadHistory, { params: { thread_id }, query, signal })
    const state = states.find(({ metadata }) => metadata?.run_id !== run_id)
    if (state) return { state, hasWritten: oldest !== undefined || states[0] !== state }
    oldest = states.at(-1) ?? oldest
    if (states.length < limit) {
      // Whose first checkpoint was read has nothing before it; what is cut off has lost it.
      const isWhole = !oldest?.parent_checkpoint
      return { state: isWhole ? empty : null, hasWritten: oldest !== undefined }
    }
    if (!oldest?.checkpoint?.checkpoint_id) break
  }
  return { state: null, hasWritten: true }
}
