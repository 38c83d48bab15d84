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
const pageSize = 20
const mostPages = 50
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
  let before: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const query = { limit: pageSize, before }
    const states = await call(transport, getThreadHistory, { params: { thread_id }, query, signal })
    const state = states.find(({ metadata }) => metadata?.run_id !== run_id)
    oldest = states.at(-1) ?? oldest
    if (state || states.length < pageSize) {
      // Whose first checkpoint was read has nothing before it; what is cut off has lost it.
      const beginning = oldest?.parent_checkpoint ? null : empty
      return { state: state ?? beginning, hasWritten: page > 0 || states[0] !== state }
    }
    before = oldest?.checkpoint?.checkpoint_id ?? undefined
    if (!before) break
  }
  return { state: null, hasWritten: true }
}
