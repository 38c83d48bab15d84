import type { ThreadState } from '../../../contract/agent-server/threads.ts'

/** What a thread held before a run. */
export interface Before {
  values: Record<string, unknown>
  checkpoint_id: string | undefined
}

/** What a thread held before a run began; null where it held nothing, or its history, newest first, does not reach back so far. */
export function stateBefore(states: readonly ThreadState[], runId: string): Before | null {
  const first = states.findLastIndex(({ metadata }) => metadata?.run_id === runId)
  const before = first < 0 ? undefined : states[first + 1]
  const values = before?.values
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  if (Object.keys(values).length === 0) return null
  return {
    values: values as Record<string, unknown>,
    checkpoint_id: before?.checkpoint?.checkpoint_id ?? undefined,
  }
}
