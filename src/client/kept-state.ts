import type { Thread, ThreadState } from '../contract/agent-server/threads.ts'
import { ApiError } from './api-error.ts'

/**
 * Whether a state was refused because its graph cannot be asked at present: a state is computed by the agent's process
 * (500 and more, while it is not there), a thread is only read.
 */
export function isGraphAway(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'http' && error.status >= 500
}

/**
 * The newest state as its thread keeps it: the values and the questions that wait. What comes next, its checkpoint and
 * who wrote it only the graph's process tells. Null where the thread keeps no values, or leaves them out for their size;
 * one whose first run is at work has none yet.
 */
export function keptState(thread: Thread): ThreadState | null {
  const { interrupts, updated_at, status, summary } = thread
  const isFirst = status === 'busy' && !summary?.values_omitted
  const values = thread.values ?? (isFirst ? {} : null)
  if (values === null) return null
  const asked = Object.entries(interrupts ?? {}).filter(([, questions]) => questions.length > 0)
  return {
    values,
    next: [],
    tasks: asked.map(([id, questions]) => ({ id, name: '', interrupts: questions })),
    metadata: null,
    created_at: updated_at,
    checkpoint: null,
    parent_checkpoint: null,
  }
}
