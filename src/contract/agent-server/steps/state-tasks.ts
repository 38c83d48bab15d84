import { writeJson } from '../../exact-json.ts'
import type { ThreadState } from '../threads.ts'

/** A task that a checkpoint was left with: what runs next, and what came of it. */
interface CheckpointTask {
  readonly id: string
  readonly name: string
  readonly error: string | null
  readonly isPaused: boolean
  /** It wrote something before the next checkpoint was made. */
  readonly hasResult: boolean
}

/** A checkpoint with its tasks, without its values. */
export interface StateTasks {
  readonly checkpoint_id: string
  readonly parent_id: string | null
  readonly created_at: string | null
  readonly step: number | null
  /** What made it: `input`, `loop` (a step of the graph), `update` or `fork` (a person). */
  readonly source: string | null
  readonly run_id: string | null
  readonly tasks: readonly CheckpointTask[]
}

/** A state of a thread's history without its values. */
export type ToldState = Pick<
  ThreadState,
  'tasks' | 'metadata' | 'created_at' | 'checkpoint' | 'parent_checkpoint'
>

/** What a state tells of its tasks; null for one without a checkpoint. */
export function tasksOfState(state: ToldState): StateTasks | null {
  const checkpoint_id = state.checkpoint?.checkpoint_id
  if (!checkpoint_id) return null
  const { step, source, run_id } = state.metadata ?? {}
  return {
    checkpoint_id,
    parent_id: state.parent_checkpoint?.checkpoint_id ?? null,
    created_at: state.created_at ?? null,
    step: typeof step === 'number' ? step : null,
    source: typeof source === 'string' ? source : null,
    run_id: typeof run_id === 'string' ? run_id : null,
    tasks: state.tasks.map((task) => ({
      id: task.id,
      name: task.name,
      error: task.error ? errorText(task.error) : null,
      isPaused: (task.interrupts ?? []).length > 0,
      hasResult: task.result !== undefined && task.result !== null,
    })),
  }
}

/** Some servers tell a failure as JSON within a string. */
function errorText(error: unknown): string {
  if (typeof error === 'string') {
    try {
      const { message } = JSON.parse(error) as { message?: unknown }
      if (typeof message === 'string') return message
    } catch {
      return error
    }
    return error
  }
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message : writeJson(error)
}
