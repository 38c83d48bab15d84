import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { isActive, type Run } from '../../../contract/agent-server/runs.ts'
import {
  getThreadStateAt,
  searchThreadHistory,
} from '../../../contract/agent-server/thread-states.ts'
import { getThreadState, type ThreadState } from '../../../contract/agent-server/threads.ts'

const pageSize = 100
const mostPages = 10

/** The states that a run made, oldest first, as far as the thread still has them. */
export async function readStatesOfRun(
  agent: Transport,
  run: Pick<Run, 'run_id' | 'thread_id' | 'created_at'>,
  signal: AbortSignal,
): Promise<ThreadState[]> {
  const params = { thread_id: run.thread_id }
  const own: ThreadState[] = []
  let before: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const body = { limit: pageSize, metadata: { run_id: run.run_id }, ...(before && { before }) }
    const states = await call(agent, searchThreadHistory, { params, body, signal })
    // A server may not look at the metadata, and answer every state.
    own.push(...states.filter((state) => isOf(state, run)))
    const last = states.at(-1)
    before = last?.checkpoint?.checkpoint_id ?? undefined
    if (states.length < pageSize || !before || isOlder(last, run)) break
  }
  return own.reverse()
}

/** Where a run began: at a state of its thread, or (null) at nothing. Not known where the thread does not have it any more. */
export type Beginning =
  | { readonly isKnown: true; readonly state: ThreadState | null }
  | { readonly isKnown: false }

const unknown: Beginning = { isKnown: false }
const nothing: Beginning = { isKnown: true, state: null }

/** What a thread held when a run began. @param states those that the run made, oldest first */
export async function readBeginning(
  agent: Transport,
  run: Pick<Run, 'thread_id' | 'created_at' | 'status'>,
  states: readonly ThreadState[],
  signal: AbortSignal,
): Promise<Beginning> {
  const { thread_id } = run
  const [first] = states
  if (first) {
    const checkpoint_id = first.parent_checkpoint?.checkpoint_id
    if (!checkpoint_id) return nothing
    try {
      const params = { thread_id, checkpoint_id }
      const state = await call(agent, getThreadStateAt, { params, signal })
      return state.checkpoint?.checkpoint_id === checkpoint_id ? { isKnown: true, state } : unknown
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'http' && error.status < 500) return unknown
      throw error
    }
  }
  // One that came to its end has made states: they are gone, and what was before them is not known.
  if (run.status === 'success') return unknown
  const newest = await call(agent, getThreadState, { params: { thread_id }, signal })
  if (!newest.checkpoint?.checkpoint_id) return isActive(run) ? unknown : nothing
  return isOlder(newest, run) ? { isKnown: true, state: newest } : unknown
}

/** Whether a run made a state. */
export function isOf(state: ThreadState, run: Pick<Run, 'run_id'>): boolean {
  return state.metadata?.run_id === run.run_id
}

/** A state from before the run: those that follow are too. */
function isOlder(state: ThreadState | undefined, run: Pick<Run, 'created_at'>): boolean {
  return Date.parse(state?.created_at ?? '') < Date.parse(run.created_at)
}
