import { id as idSchema } from '../../../contract/query.ts'

/** A task is a run, and the runs that answer what it asks; its context is the run's thread. */
export interface TaskKey {
  thread_id: string
  /** The first run of the task. */
  run_id: string
}

/** As published: both ids, so that a task is found by its own. */
export function taskIdOf({ thread_id, run_id }: TaskKey): string {
  return `${thread_id}:${run_id}`
}

/** Null for what is no id of a task. */
export function readTaskId(text: string): TaskKey | null {
  const parts = text.split(':')
  const [thread_id, run_id] = parts.map((part) => idSchema.safeParse(part).data)
  return parts.length === 2 && thread_id && run_id ? { thread_id, run_id } : null
}
