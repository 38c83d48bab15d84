import { isActive, type Run } from '../../contract/agent-server/runs.ts'
import type { Step } from '../conversation/conversation-types.ts'
import type { CheckpointEntry } from './checkpoint-entry.ts'

/** What is asked of a run to tell its steps. */
type RunTimes = Pick<Run, 'run_id' | 'status' | 'updated_at' | 'ended_at' | 'end_reason'>

/**
 * A run's steps by its server's clock, oldest first: the tasks that a checkpoint was left with began when it was made, and
 * ended when the next was made, or with the run. What the last one was left with ran only if it left something, failed,
 * asked a person something, or was cut off; while the run is active it runs.
 * @param entries the thread's checkpoints, newest first
 * @param wasStopped the run did not come to its own end, though its record may not say so
 */
export function stepsOfRun(
  entries: readonly CheckpointEntry[],
  run: RunTimes,
  wasStopped = false,
): readonly Step[] {
  const own = entries.filter((entry) => entry.run_id === run.run_id).reverse()
  const isAtWork = isActive(run)
  const runEndedAt = isAtWork ? null : timeOf(run.ended_at ?? run.updated_at)
  const wasCut = wasStopped || (run.end_reason != null && run.end_reason !== 'failed')
  return own.flatMap((entry, index) => {
    const startedAt = timeOf(entry.created_at)
    if (startedAt === null) return []
    const next = own.find((other) => other.parent_id === entry.checkpoint_id) ?? own[index + 1]
    const endedAt = timeOf(next?.created_at) ?? runEndedAt
    // The failure of one ends those beside it.
    const hasFailed = entry.tasks.some((task) => task.error !== null)
    return entry.tasks
      .filter((task) => task.name !== '__start__')
      .flatMap((task): Step[] => {
        const base = { key: task.id, node: task.name, startedAt, endedAt }
        if (task.error !== null) return [{ ...base, status: 'failed' }]
        if (task.isPaused) return [{ ...base, status: 'paused' }]
        if (next || task.hasResult) return [{ ...base, status: 'done' }]
        if (isAtWork) return [{ ...base, status: 'running' }]
        return wasCut || hasFailed ? [{ ...base, status: 'cut' }] : []
      })
  })
}

/** A step as a timeline draws it; null where its times are not known. */
export function timelineStep({ key, node, status, startedAt, endedAt }: Step) {
  if (startedAt === null || (endedAt === null && status !== 'running')) return null
  return {
    id: key,
    name: node,
    startMs: startedAt,
    endMs: endedAt,
    hasFailed: status === 'failed',
    isCut: status === 'cut',
  }
}

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}
