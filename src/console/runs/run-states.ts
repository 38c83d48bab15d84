import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Transport } from '../../client/api.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import {
  getThreadHistory,
  pendingInterrupts,
  type ThreadState,
} from '../../contract/agent-server/threads.ts'
import { queryKey } from '../api.tsx'
import { runsInterval } from './runs-interval.ts'

const pageSize = 100
const mostPages = 10

interface RunStates {
  /** The states that the run made, oldest first: what is left of its way through the graph. */
  states: ThreadState[]
  /** The newest state of the thread is this run's, and asks a person something. */
  hasQuestion: boolean
}

/**
 * What a run left in its thread's history. Read along with the run while it is active, and once more when
 * it has ended: the status is a part of the key.
 */
export function runStatesQuery(agent: Transport, run: Run) {
  const params = { thread_id: run.thread_id }
  return queryOptions({
    queryKey: [...queryKey(agent, getThreadHistory, { params }), run.run_id, run.status],
    queryFn: async ({ signal }): Promise<RunStates> => {
      const history: ThreadState[] = []
      for (let page = 0; page < mostPages; page += 1) {
        const before = history.at(-1)?.checkpoint?.checkpoint_id ?? undefined
        const query = { limit: pageSize, ...(before && { before }) }
        const states = await call(agent, getThreadHistory, { params, query, signal })
        history.push(...states)
        if (states.length < pageSize || isOlder(states.at(-1), run)) break
      }
      const [newest] = history
      return {
        states: history.filter((state) => isOf(state, run)).reverse(),
        hasQuestion:
          newest !== undefined && isOf(newest, run) && pendingInterrupts(newest).length > 0,
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: () => runsInterval([run]),
  })
}

function isOf(state: ThreadState, run: Run): boolean {
  return state.metadata?.run_id === run.run_id
}

/** A state from before the run: those that follow are too. */
function isOlder(state: ThreadState | undefined, run: Run): boolean {
  return Date.parse(state?.created_at ?? '') < Date.parse(run.created_at)
}
