import { type Task, TaskState, type TaskStatus } from '@a2a-js/sdk'
import { TaskNotFoundError } from '@a2a-js/sdk/errors'
import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { isActive, joinRun, listRuns, type Run } from '../../../contract/agent-server/runs.ts'
import {
  getThread,
  getThreadState,
  type Interrupt,
} from '../../../contract/agent-server/threads.ts'
import { type CalledRunOutcome, questionText, runOutcome } from '../on-behalf/run-outcome.ts'
import { agentMessage, artifactsOf, dataPart, historyOf, textPart } from './message-parts.ts'
import { readTaskId, type TaskKey, taskIdOf } from './task-id.ts'

/** A task that there is: its runs on the thread, newest first. */
export interface FoundTask extends TaskKey {
  latest: Run
  /** Whether nothing has run on the thread after it. */
  isNewest: boolean
}

const pageSize = 100

/** Whose task it is that a run belongs to. */
function firstRunOf({ run_id, metadata }: Run): string {
  return typeof metadata?.a2a_task === 'string' ? metadata.a2a_task : run_id
}

/** The tasks of a context that an assistant has, newest first. */
export async function* findTasks(
  transport: Transport,
  thread_id: string,
  assistantId: string,
): AsyncGenerator<FoundTask, void, undefined> {
  const known = new Set<string>()
  let newestId: string | undefined
  for (let offset = 0; ; offset += pageSize) {
    const asked = { params: { thread_id }, query: { limit: pageSize, offset } }
    const runs = await call(transport, listRuns, asked)
    newestId ??= runs[0]?.run_id
    for (const run of runs) {
      const run_id = firstRunOf(run)
      if (run.assistant_id !== assistantId || known.has(run_id)) continue
      known.add(run_id)
      yield { thread_id, run_id, latest: run, isNewest: run.run_id === newestId }
    }
    if (runs.length < pageSize) return
  }
}

/** Rejects with `TaskNotFoundError` for a task that the caller does not see. */
export async function findTask(
  transport: Transport,
  id: string,
  assistantId: string,
): Promise<FoundTask> {
  const unknown = new TaskNotFoundError(`There is no task ${id}.`)
  const key = readTaskId(id)
  if (!key) throw unknown
  try {
    for await (const task of findTasks(transport, key.thread_id, assistantId)) {
      if (task.run_id === key.run_id) return task
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  throw unknown
}

/** The questions that a task waits with; empty unless it waits, or stands at a break point. */
export async function questionsOf(
  transport: Transport,
  { thread_id, latest, isNewest }: FoundTask,
): Promise<{ isWaiting: boolean; interrupts: Interrupt[] }> {
  if (!isNewest || latest.status !== 'success') return { isWaiting: false, interrupts: [] }
  const thread = await call(transport, getThread, { params: { thread_id } })
  const isWaiting = thread.status === 'interrupted'
  const interrupts = isWaiting ? Object.values(thread.interrupts ?? {}).flat() : []
  return { isWaiting, interrupts }
}

/** A task as it is now. @param historyLength how many messages it brings; all when absent */
export async function readTask(
  transport: Transport,
  found: FoundTask,
  historyLength?: number,
): Promise<Task> {
  const { thread_id, latest } = found
  const state = await call(transport, getThreadState, { params: { thread_id } })
  const outcome = isActive(latest) ? null : await outcomeOf(transport, found)
  const place = { contextId: thread_id, taskId: taskIdOf(found) }
  const history = historyOf(state.values, place)
  const artifacts = outcome?.kind === 'done' ? artifactsOf(outcome.values, latest.run_id) : []
  return {
    id: place.taskId,
    contextId: thread_id,
    status: statusOf(found, outcome),
    artifacts,
    history: historyLength === undefined ? history : newest(history, historyLength),
    metadata: undefined,
  }
}

const newest = <One>(all: One[], count: number) => (count > 0 ? all.slice(-count) : [])

/** What a task's latest run has come to. What it asked and was answered elsewhere is over. */
async function outcomeOf(transport: Transport, found: FoundTask): Promise<CalledRunOutcome> {
  const { thread_id, latest } = found
  const params = { thread_id, run_id: latest.run_id }
  const output = await call(transport, joinRun, { params })
  const outcome = runOutcome(output)
  if (outcome.kind === 'failed') return outcome
  const { isWaiting, interrupts } = await questionsOf(transport, found)
  if (isWaiting) return { kind: 'asking', interrupts }
  const { __interrupt__: _, ...values } = Object(output) as Record<string, unknown>
  return { kind: 'done', values }
}

const activeStates: Record<string, TaskState> = {
  pending: TaskState.TASK_STATE_SUBMITTED,
  running: TaskState.TASK_STATE_WORKING,
}

function statusOf(found: FoundTask, outcome: CalledRunOutcome | null): TaskStatus {
  const { latest, thread_id } = found
  const timestamp = latest.updated_at
  const place = {
    contextId: thread_id,
    taskId: taskIdOf(found),
    messageId: `${latest.run_id}:status`,
  }
  const told = (...parts: Parameters<typeof agentMessage>[1]) => agentMessage(place, parts)
  if (!outcome) {
    const state = activeStates[latest.status] ?? TaskState.TASK_STATE_WORKING
    return { state, message: undefined, timestamp }
  }
  switch (outcome.kind) {
    case 'done':
      return { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp }
    case 'asking': {
      const questions = outcome.interrupts.map(questionText).join('\n')
      const interrupts = outcome.interrupts.map(({ id, value }) => ({ id, value }))
      const message = told(
        textPart(questions || 'The agent has stopped at a break point.'),
        dataPart({ interrupts }),
      )
      return { state: TaskState.TASK_STATE_INPUT_REQUIRED, message, timestamp }
    }
    case 'failed': {
      const state =
        latest.status === 'interrupted'
          ? TaskState.TASK_STATE_CANCELED
          : TaskState.TASK_STATE_FAILED
      return { state, message: told(textPart(outcome.message)), timestamp }
    }
  }
}
