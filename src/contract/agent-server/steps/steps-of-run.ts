import { isActive, type Run } from '../runs.ts'
import type { StateTasks } from './state-tasks.ts'

/** `paused`: it asks a person something. `cut`: its run was cut off. */
export type StepStatus = 'running' | 'done' | 'paused' | 'failed' | 'cut'

/** One node's turn in a run. Times are null where they are not known. */
export interface Step {
  readonly key: string
  readonly node: string
  readonly status: StepStatus
  readonly startedAt: number | null
  readonly endedAt: number | null
  /** It ran beside others, and is known to have ended with the last of them or before. */
  readonly isAtMost?: boolean
}

/** What is asked of a run to tell its steps. */
export type RunTimes = Pick<
  Run,
  | 'run_id'
  | 'status'
  | 'kwargs'
  | 'created_at'
  | 'started_at'
  | 'updated_at'
  | 'ended_at'
  | 'end_reason'
>

/**
 * A run's steps by its server's clock, oldest first: the tasks that a checkpoint was left with began when it was made, and
 * ended when the next was made, or with the run. What the last one was left with ran only if it left something, failed,
 * asked a person something, or was cut off; while the run is active it runs. A run that goes on after a question or a
 * failure begins with the tasks that the run before it left undone. Of tasks that ran together only the end of the last is
 * told, so each took that long at most.
 * @param entries the thread's checkpoints, newest first
 * @param wasStopped the run did not come to its own end, though its record may not say so
 */
export function stepsOfRun(
  entries: readonly StateTasks[],
  run: RunTimes,
  wasStopped = false,
): readonly Step[] {
  const own = entries.filter((entry) => entry.run_id === run.run_id).reverse()
  const isAtWork = isActive(run)
  const runEndedAt = isAtWork ? null : timeOf(run.ended_at ?? run.updated_at)
  const wasCut = wasStopped || (run.end_reason != null && run.end_reason !== 'failed')
  const stretches = own.map((entry, index) => ({
    startedAt: timeOf(entry.created_at),
    next: own.find((other) => other.parent_id === entry.checkpoint_id) ?? own[index + 1],
    // What a run that was cut off left behind has its results from the one that went on.
    tasks: wasCut && entries.some((other) => goesOnFrom(other, entry)) ? bare(entry) : entry.tasks,
  }))
  const [first] = own
  const left = first ? entries.find((entry) => goesOnFrom(first, entry)) : leftToGoOn(entries, run)
  if (left) {
    const startedAt = timeOf(run.started_at ?? run.created_at)
    const tasks = undone(first || isAtWork ? bare(left) : left.tasks, left)
    stretches.unshift({ startedAt, next: first, tasks })
  }
  return stretches.flatMap(({ startedAt, next, tasks }) => {
    if (startedAt === null) return []
    const endedAt = timeOf(next?.created_at) ?? runEndedAt
    // The failure of one ends those beside it.
    const hasFailed = tasks.some((task) => task.error !== null)
    const ranTogether = tasks.length > 1 && endedAt !== null
    return tasks
      .filter((task) => task.name !== '__start__')
      .flatMap((task): Step[] => {
        const times = { startedAt, endedAt, ...(ranTogether && { isAtMost: true }) }
        const base = { key: task.id, node: task.name, ...times }
        if (task.error !== null) return [{ ...base, status: 'failed' }]
        if (task.isPaused) return [{ ...base, status: 'paused' }]
        if (next || task.hasResult) return [{ ...base, status: 'done' }]
        if (isAtWork) return [{ ...base, status: 'running' }]
        return wasCut || hasFailed ? [{ ...base, status: 'cut' }] : []
      })
  })
}

/**
 * Whether the checkpoint that a run began with is read, so that older ones tell nothing of its steps.
 * @param entries the thread's checkpoints, newest first
 */
export function isBeginningRead(entries: readonly StateTasks[], run_id: string | null): boolean {
  const first = entries.findLast((entry) => entry.run_id === run_id)
  if (!first) return entries.length > 0
  const { source, parent_id } = first
  const isFirstOfAll = source === 'input' || parent_id === null
  return isFirstOfAll || entries.some((entry) => entry.checkpoint_id === parent_id)
}

type Tasks = StateTasks['tasks']

/** Whether a run's first checkpoint came of tasks that another run had left undone. */
function goesOnFrom({ parent_id, source, run_id }: StateTasks, left: StateTasks) {
  return parent_id === left.checkpoint_id && source === 'loop' && run_id !== left.run_id
}

/** What a run that has made no checkpoint yet goes on from: the newest, unless it was given an input of its own. */
function leftToGoOn([newest]: readonly StateTasks[], run: RunTimes) {
  const { kwargs, status, created_at } = run
  const hasInput = !kwargs || (kwargs.input !== undefined && kwargs.input !== null)
  if (!newest || hasInput || status === 'pending') return undefined
  return Date.parse(newest.created_at ?? '') <= Date.parse(created_at) ? newest : undefined
}

/** Tasks without what became of them. */
function bare({ tasks }: StateTasks): Tasks {
  return tasks.map(({ id, name }) => ({ id, name, error: null, isPaused: false, hasResult: false }))
}

/** Of tasks those that had failed or asked when they were left; all of them where none had: they were cut off. */
function undone(tasks: Tasks, left: StateTasks): Tasks {
  const marked = left.tasks.filter((task) => task.isPaused || task.error !== null)
  return marked.length === 0 ? tasks : tasks.filter(({ id }) => marked.some((one) => one.id === id))
}

function timeOf(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? null : ms
}
