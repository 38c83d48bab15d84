import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import {
  type CancelAction,
  type CancelOutcome,
  cancelRun,
  cancelRuns,
  getRun,
  isActive,
  type Run,
} from '../../../contract/agent-server/runs.ts'

/**
 * What became of one run that was asked to stop. Beside the words of the server: `asked`, when it
 * accepted and the run is still at work, and `failed` with the reason.
 */
export type CancelledRun = Pick<CancelOutcome, 'run_id' | 'thread_id' | 'outcome'> & {
  reason?: string
}

/** The agent server that has a thread. */
export type AgentOf = (threadId: string) => Transport

type RunKey = Pick<Run, 'thread_id' | 'run_id'>

const threadsAtOnce = 5

/**
 * Cancels the chosen runs, thread by thread (§2.8, §4.2 rule 1), a few threads at once, and waits until
 * each is done. Never rejects: a thread whose request fails gives its runs the outcome `failed`, the
 * others go on.
 * @param options.onOutcomes hears of each thread's runs when they are done
 * @param options.isOneByOne the server has no bulk cancel: asks for each run by itself
 */
export async function cancelChosen(
  agentOf: AgentOf,
  runs: readonly RunKey[],
  action: CancelAction,
  options: { onOutcomes?: (outcomes: CancelledRun[]) => void; isOneByOne?: boolean } = {},
): Promise<CancelledRun[]> {
  const byThread = new Map<string, string[]>()
  for (const run of runs) {
    byThread.set(run.thread_id, [...(byThread.get(run.thread_id) ?? []), run.run_id])
  }
  const left = [...byThread]
  const all: CancelledRun[][] = []
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [thread_id, run_ids] = next
      const agent = agentOf(thread_id)
      const place = all.push([]) - 1
      const outcomes = options.isOneByOne
        ? await Promise.all(
            run_ids.map((run_id) => cancelOne(agent, { thread_id, run_id }, action)),
          )
        : await cancelInThread(agent, thread_id, run_ids, action)
      all[place] = outcomes
      options.onOutcomes?.(outcomes)
    }
  }
  await Promise.all(Array.from({ length: threadsAtOnce }, work))
  return all.flat()
}

async function cancelInThread(
  agent: Transport,
  thread_id: string,
  run_ids: string[],
  action: CancelAction,
): Promise<CancelledRun[]> {
  try {
    const answer = await call(agent, cancelRuns, {
      query: { action, wait: true },
      body: { thread_id, run_ids },
    })
    if (answer) return answer.runs
    // Other servers accept without a word on each run.
    return await Promise.all(run_ids.map((run_id) => lookedUp(agent, { thread_id, run_id })))
  } catch (error) {
    const reason = (error as Error).message
    return run_ids.map((run_id) => ({ run_id, thread_id, outcome: 'failed', reason }))
  }
}

async function cancelOne(
  agent: Transport,
  params: RunKey,
  action: CancelAction,
): Promise<CancelledRun> {
  try {
    await call(agent, cancelRun, { params, query: { action, wait: true } })
    return { ...params, outcome: 'cancelled' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      return { ...params, outcome: 'not_active' }
    }
    if (error instanceof ApiError && error.status === 404)
      return { ...params, outcome: 'not_found' }
    return { ...params, outcome: 'failed', reason: (error as Error).message }
  }
}

async function lookedUp(agent: Transport, params: RunKey): Promise<CancelledRun> {
  try {
    const run = await call(agent, getRun, { params })
    return { ...params, outcome: isActive(run) ? 'asked' : 'cancelled' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { ...params, outcome: 'cancelled' }
    throw error
  }
}
