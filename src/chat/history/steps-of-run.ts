import type { Step } from '../conversation/conversation-types.ts'
import type { CheckpointEntry } from './checkpoint-entry.ts'

/**
 * A run's steps as its checkpoints tell them, oldest first: the tasks that a checkpoint was left with
 * began when it was made and ended when the next was made, or with the run.
 * @param entries the thread's checkpoints, newest first
 * @param endedAt when the run ended, in milliseconds since 1970; null while it is active
 */
export function stepsOfRun(
  entries: readonly CheckpointEntry[],
  run_id: string,
  endedAt: number | null,
): readonly Step[] {
  const own = entries.filter((entry) => entry.run_id === run_id).reverse()
  return own.flatMap((entry) => {
    const startedAt = timeOf(entry.created_at)
    if (startedAt === null) return []
    const next = own.find((other) => other.parent_id === entry.checkpoint_id)
    const nextAt = timeOf(next?.created_at ?? null)
    return entry.tasks
      .filter((task) => task.name !== '__start__')
      .map((task): Step => {
        const base = { key: task.id, node: task.name, startedAt }
        if (task.error !== null) return { ...base, status: 'failed', endedAt: nextAt ?? endedAt }
        if (task.isPaused) return { ...base, status: 'paused', endedAt: nextAt ?? endedAt }
        if (next) return { ...base, status: 'done', endedAt: nextAt }
        return endedAt === null
          ? { ...base, status: 'running', endedAt: null }
          : { ...base, status: 'cut', endedAt }
      })
  })
}

function timeOf(text: string | null): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}
