import { call, type Transport } from '../../../client/api.ts'
import {
  type CancelAction,
  cancelRuns,
  isActive,
  listRuns,
  type Run,
} from '../../../contract/agent-server/runs.ts'
import { type AgentOf, type CancelledRun, cancelChosen } from './cancel-many.ts'

/** Which runs: those that were chosen, or all of a status, of which `known` were seen before. */
export type CancelTarget =
  | { kind: 'chosen'; runs: readonly Run[] }
  | {
      kind: 'status'
      agent: Transport
      status: 'pending' | 'running' | 'all'
      known: readonly Run[]
    }

/** How far a job is. */
export interface CancelProgress {
  isDone: boolean
  /** How many runs it is about, as far as is known. */
  total: number
  /** How many of them have ended or were told about. */
  ended: number
  outcomes: CancelledRun[]
  /** The server accepted, and did not tell which runs that were. */
  isUntold: boolean
  /** Why the request as a whole failed. */
  error: Error | null
}

export interface CancelJob {
  action: CancelAction
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => CancelProgress
  /** Asks again for what failed, or is still at work. */
  retry: () => void
}

const lookAgainMs = 1_000
const threadsAtOnce = 25

/**
 * Cancels many runs, and tells how far that is. It begins at once and goes on to its end, whether or
 * not somebody looks.
 * @param options.isOneByOne the server has no bulk cancel
 * @param options.onDone after each end, a retry's too: what is shown of the runs is old now
 */
export function startCancelJob(
  agentOf: AgentOf,
  target: CancelTarget,
  action: CancelAction,
  options: { isOneByOne: boolean; onDone: () => void },
): CancelJob {
  const total = target.kind === 'chosen' ? target.runs.length : target.known.length
  let progress: CancelProgress = {
    isDone: false,
    total,
    ended: 0,
    outcomes: [],
    isUntold: false,
    error: null,
  }
  const listeners = new Set<() => void>()
  const tell = (more: Partial<CancelProgress>) => {
    progress = { ...progress, ...more }
    for (const listener of listeners) listener()
  }
  const finish = (more: Partial<CancelProgress>) => {
    tell({ ...more, isDone: true })
    options.onDone()
  }

  const askEach = async (runs: readonly Pick<Run, 'thread_id' | 'run_id'>[]) => {
    await cancelChosen(agentOf, runs, action, {
      isOneByOne: options.isOneByOne,
      onOutcomes: (outcomes) => {
        const known = [...progress.outcomes, ...outcomes]
        tell({ outcomes: known, ended: known.length })
      },
    })
    finish({})
  }

  const askByStatus = async ({ agent, status, known }: CancelTarget & { kind: 'status' }) => {
    const answered = new AbortController()
    void followEnds(agent, known, answered.signal, (ended) => tell({ ended }))
    try {
      const query = { action, wait: true }
      const answer = await call(agent, cancelRuns, { query, body: { status } })
      if (!answer) return finish({ isUntold: true })
      finish({ outcomes: answer.runs, total: answer.runs.length, ended: answer.runs.length })
    } catch (error) {
      finish({ error: error as Error })
    } finally {
      answered.abort()
    }
  }

  const begin = () => void (target.kind === 'chosen' ? askEach(target.runs) : askByStatus(target))
  begin()

  return {
    action,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => progress,
    retry: () => {
      if (!progress.isDone) return
      if (progress.error) {
        tell({ error: null, isDone: false, ended: 0 })
        return begin()
      }
      const again = progress.outcomes.filter(canRetry)
      const rest = progress.outcomes.filter((outcome) => !canRetry(outcome))
      tell({ outcomes: rest, ended: rest.length, isDone: false })
      void askEach(again)
    },
  }
}

/** Whether asking again could stop it. */
export function canRetry({ outcome }: CancelledRun): boolean {
  return outcome === 'failed' || outcome === 'asked'
}

/** Counts, once a second, which of the runs have ended, until the signal. What fails is asked again then. */
async function followEnds(
  agent: Transport,
  runs: readonly Run[],
  signal: AbortSignal,
  onCount: (ended: number) => void,
): Promise<void> {
  const left = new Set(runs.map(({ run_id }) => run_id))
  while (!signal.aborted && left.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    const active = runs.filter(({ run_id }) => left.has(run_id))
    const threads = [...new Set(active.map(({ thread_id }) => thread_id))].slice(0, threadsAtOnce)
    await Promise.all(
      threads.map(async (thread_id) => {
        const query = { limit: 100 }
        const listed = await call(agent, listRuns, { params: { thread_id }, query, signal }).catch(
          () => null,
        )
        if (!listed) return
        const atWork = new Set(listed.filter(isActive).map(({ run_id }) => run_id))
        for (const run of active) {
          if (run.thread_id === thread_id && !atWork.has(run.run_id)) left.delete(run.run_id)
        }
      }),
    )
    if (!signal.aborted) onCount(runs.length - left.size)
  }
}
