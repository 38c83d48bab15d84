import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, type Transport } from '../../client/api.ts'
import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import {
  getThreadHistory,
  getThreadState,
  pendingInterrupts,
  type ThreadState,
} from '../../contract/agent-server/threads.ts'
import { queryKey, useApi } from '../api.tsx'
import {
  type Beginning,
  isOf,
  readBeginning,
  readStatesOfRun,
} from '../objects/run-history/run-history.ts'
import type { RunRest } from '../objects/run-status.tsx'
import { demandRun } from './gone/demand-run.ts'
import { useRunIsGone } from './gone/run-is-gone.ts'
import { runsInterval } from './runs-interval.ts'

/** What a run left in its thread, and where it began; `isRead` once both are known, or cannot be. */
export function useRunStates(deploymentId: string, run: Run) {
  const agent = useApi().agent(deploymentId)
  const isGone = useRunIsGone()
  const left = useQuery({ ...runStatesQuery(agent, run), enabled: !isGone })
  const beginning = useQuery({
    ...runBeginningQuery(agent, run, left.data?.states ?? []),
    enabled: !isGone && left.data !== undefined && !left.isPlaceholderData,
  })
  // An active run is shown as it is heard.
  const isRead =
    isGone || left.isError || beginning.isFetched || (left.data !== undefined && isActive(run))
  return { left, beginning: beginning.data, isRead }
}

interface RunStates {
  /** The states that the run made, oldest first: what is left of its way through the graph. */
  states: ThreadState[]
  /** How it left the thread, where the newest state of that is this run's. */
  rest: RunRest
}

/**
 * What a run left in its thread's history. Read along with the run while it is active, and once more when
 * it has ended: the status is a part of the key.
 */
function runStatesQuery(agent: Transport, run: Run) {
  const params = { thread_id: run.thread_id }
  return queryOptions({
    queryKey: [...queryKey(agent, getThreadHistory, { params }), run.run_id, run.status],
    queryFn: async ({ client, queryKey: key, signal }): Promise<RunStates> => {
      const states = await readStatesOfRun(agent, run, signal)
      const had = client.getQueryData<RunStates>(key)?.states.length ?? 0
      if (states.length === 0 && had > 0) await demandRun(agent, run, signal)
      const last = states.at(-1)
      if (!last || !restOfState(last)) return { states, rest: null }
      const newest = await call(agent, getThreadState, { params, signal })
      return { states, rest: isOf(newest, run) ? restOfState(newest) : null }
    },
    placeholderData: keepPreviousData,
    refetchInterval: () => runsInterval([run]),
  })
}

function restOfState(state: ThreadState): RunRest {
  if (pendingInterrupts(state).length > 0) return 'question'
  return state.next.length > 0 ? 'break' : null
}

/** Where a run began, asked again once it has made its first state. */
function runBeginningQuery(agent: Transport, run: Run, states: readonly ThreadState[]) {
  const params = { thread_id: run.thread_id }
  const first = states[0]?.checkpoint?.checkpoint_id ?? run.status
  return queryOptions({
    queryKey: [...queryKey(agent, getThreadHistory, { params }), run.run_id, 'began', first],
    queryFn: async ({ client, queryKey: key, signal }): Promise<Beginning> => {
      const beginning = await readBeginning(agent, run, states, signal)
      const wasKnown = client.getQueryData<Beginning>(key)?.isKnown ?? false
      if (!beginning.isKnown && wasKnown) await demandRun(agent, run, signal)
      return beginning
    },
  })
}
