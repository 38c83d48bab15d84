import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import {
  type CancelAction,
  type CancelOutcome,
  cancelRuns,
  getRun,
  isActive,
  type Run,
} from '../../contract/runs.ts'

/**
 * What became of one run that was asked to stop. Beside the words of the server: `asked`, when it
 * accepted and the run is still at work, and `failed` with the reason.
 */
export type RunOutcome = Pick<CancelOutcome, 'run_id' | 'thread_id' | 'outcome'> & {
  reason?: string
}

/**
 * Cancels the chosen runs, thread by thread (§2.8, §4.2 rule 1), and waits until each is done. Never
 * rejects: a thread whose request fails gives its runs the outcome `failed`, the others go on.
 */
export async function cancelChosen(
  agent: Transport,
  runs: readonly Run[],
  action: CancelAction,
): Promise<RunOutcome[]> {
  const byThread = new Map<string, string[]>()
  for (const run of runs) {
    byThread.set(run.thread_id, [...(byThread.get(run.thread_id) ?? []), run.run_id])
  }
  const outcomes = [...byThread].map(async ([thread_id, run_ids]): Promise<RunOutcome[]> => {
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
  })
  return (await Promise.all(outcomes)).flat()
}

async function lookedUp(
  agent: Transport,
  params: { thread_id: string; run_id: string },
): Promise<RunOutcome> {
  try {
    const run = await call(agent, getRun, { params })
    return { ...params, outcome: isActive(run) ? 'asked' : 'cancelled' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return { ...params, outcome: 'cancelled' }
    throw error
  }
}
