import type { ThreadState } from '../../contract/agent-server/threads.ts'

/** A node's time within a run, for the timeline. */
export interface RunStep {
  id: string
  name: string
  startMs: number
  /** Null while it runs. */
  endMs: number | null
  hasFailed: boolean
  /** The run was ended from outside before it was done. */
  isCut: boolean
}

/**
 * The steps of a run as its checkpoints tell them: the tasks that a state was left with began when it
 * was made, and ended when the next state was made (or with the run). What the last state was left with
 * ran only if it failed, asked a person something, or was cut off.
 * @param states the run's states, oldest first
 * @param endedAt when the run ended (ISO 8601); null while it is active
 * @param wasCut the run did not come to its own end
 */
export function stepsOfRun(
  states: readonly ThreadState[],
  endedAt: string | null,
  wasCut: boolean,
): RunStep[] {
  return states.flatMap((state, index) => {
    const startMs = Date.parse(state.created_at ?? '')
    if (Number.isNaN(startMs)) return []
    const nextAt = states[index + 1]?.created_at ?? endedAt
    const isLast = index === states.length - 1 && endedAt !== null
    return state.tasks
      .filter((task) => task.name !== '__start__')
      .map((task) => ({ task, hasEnded: task.error != null || (task.interrupts ?? []).length > 0 }))
      .filter(({ hasEnded }) => !isLast || hasEnded || wasCut)
      .map(({ task, hasEnded }) => ({
        id: task.id,
        name: task.name,
        startMs,
        endMs: nextAt ? Date.parse(nextAt) : null,
        hasFailed: task.error != null,
        isCut: isLast && !hasEnded,
      }))
  })
}
