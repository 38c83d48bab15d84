import { call, type Transport } from '../../../client/api.ts'
import { type CancelTools, cancelAndVerify, readEnded } from '../../../client/cancel-run.ts'
import {
  type CancelAction,
  type CancelOutcome,
  cancelRuns,
  isActive,
  type Run,
} from '../../../contract/agent-server/runs.ts'
import { patience } from './patience.ts'

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
 * @param options.pause see `CancelTools`
 */
export async function cancelChosen(
  agentOf: AgentOf,
  runs: readonly RunKey[],
  action: CancelAction,
  options: {
    onOutcomes?: (outcomes: CancelledRun[]) => void
    isOneByOne?: boolean
    pause?: CancelTools['pause']
  } = {},
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
      const { pause = patience.pause } = options
      const tools = { ...patience, pause, transport: agentOf(thread_id) }
      const place = all.push([]) - 1
      const outcomes = options.isOneByOne
        ? await Promise.all(
            run_ids.map((run_id) => cancelOne(tools, { thread_id, run_id }, action)),
          )
        : await cancelInThread(tools, thread_id, run_ids, action)
      all[place] = outcomes
      options.onOutcomes?.(outcomes)
    }
  }
  await Promise.all(Array.from({ length: threadsAtOnce }, work))
  return all.flat()
}

async function cancelInThread(
  tools: CancelTools,
  thread_id: string,
  run_ids: string[],
  action: CancelAction,
): Promise<CancelledRun[]> {
  try {
    const answer = await call(tools.transport, cancelRuns, {
      query: { action, wait: true },
      body: { thread_id, run_ids },
    })
    if (answer) return answer.runs
    // Other servers accept without a word on each run.
    return await Promise.all(
      run_ids.map((run_id) => lookedUp(tools, { thread_id, run_id }, action)),
    )
  } catch (error) {
    return run_ids.map((run_id) => failed({ thread_id, run_id }, error))
  }
}

async function cancelOne(
  tools: CancelTools,
  params: RunKey,
  action: CancelAction,
): Promise<CancelledRun> {
  try {
    const { run, refusal } = await cancelAndVerify(tools, params, action)
    if (!refusal) return provenBy(run, params, action)
    return { ...params, outcome: refusal.status === 404 ? 'not_found' : 'not_active' }
  } catch (error) {
    return failed(params, error)
  }
}

/** For a server that accepts a bulk cancel without a word on each run. */
async function lookedUp(
  tools: CancelTools,
  params: RunKey,
  action: CancelAction,
): Promise<CancelledRun> {
  try {
    return provenBy(await readEnded(tools, params), params, action)
  } catch (error) {
    return failed(params, error)
  }
}

/** What a read says of a run that the server accepted to cancel. */
function provenBy(run: Run | null, params: RunKey, action: CancelAction): CancelledRun {
  if (run && isActive(run)) return { ...params, outcome: 'asked' }
  if (run?.status === 'success') return { ...params, outcome: 'not_active' }
  if (!run || action === 'interrupt') return { ...params, outcome: 'cancelled' }
  return { ...params, outcome: 'failed', reason: 'It was stopped, and is still there.' }
}

function failed({ thread_id, run_id }: RunKey, error: unknown): CancelledRun {
  return { run_id, thread_id, outcome: 'failed', reason: (error as Error).message }
}
