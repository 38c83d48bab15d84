import { createHash } from 'node:crypto'
import { type Message, messagesOf } from '../../contract/agent-server/messages.ts'
import { type ToldState, tasksOfState } from '../../contract/agent-server/steps/state-tasks.ts'
import {
  type RunTimes,
  type StepStatus,
  stepsOfRun,
} from '../../contract/agent-server/steps/steps-of-run.ts'
import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import { noPrices, type Prices } from '../usage/prices.ts'
import type { ToldAnswer } from '../usage/usage-store.ts'
import { dottedOrder, fieldsOf } from './traced-runs.ts'
import { tracedUsage } from './traced-usage.ts'

/** A part of a trace, and the checkpoint whose values it was given; null where what it was given is in it. */
export interface TracedPart {
  run: TracedRun
  checkpointId: string | null
}

/** A step of a run, and the task that it was. */
export interface TracedStep {
  run: TracedRun
  task: Task
}

/**
 * The steps of a run, as parts (`chain`) of its trace.
 * @param states those that the run made after the one that it began at, oldest first
 */
export function tracedSteps(
  root: TracedRun,
  times: RunTimes,
  states: readonly ToldState[],
): TracedStep[] {
  const entries = states.flatMap((state) => tasksOfState(state) ?? []).reverse()
  const tasks = tasksById(states)
  return stepsOfRun(entries, times).flatMap((step) => {
    const task = tasks.get(step.key)
    if (!task || step.startedAt === null) return []
    const run = partOf(root, root, {
      key: `step/${step.key}`,
      name: step.node,
      run_type: 'chain',
      status: statusOf[step.status],
      startedAt: step.startedAt,
      endedAt: step.endedAt,
      error: step.status === 'failed' ? (task.error ?? 'The step failed.') : null,
      inputs: {},
      outputs: step.status === 'done' ? fieldsOf(task.result, 'output') : null,
      metadata: { langgraph_node: step.node, langgraph_step: task.step },
    })
    return [{ run, task }]
  })
}

/**
 * The steps with what was done in them: answers of models (`llm`) and calls of tools (`tool`). When one of these began
 * is not kept: it is told to have begun with its step.
 * @param before the values that the first step was given
 */
export function tracedParts(
  root: TracedRun,
  steps: readonly TracedStep[],
  before: unknown,
  answers: readonly ToldAnswer[],
  prices: Prices,
): TracedPart[] {
  const placed = answers.map((answer) => ({ answer, step: stepOf(answer, steps) }))
  const spent = ({ task }: TracedStep) =>
    placed.flatMap(({ answer, step }) => (step?.task === task ? [answer] : []))
  const models = placed.map(({ answer, step }) => ({
    ...modelOf(root, step?.run ?? root, answer, step?.task.result),
    ...tracedUsage([answer], prices),
  }))
  const calls = callsIn(root, steps, before)
  return [
    ...steps.map((step) => ({
      run: { ...step.run, ...tracedUsage(spent(step), prices) },
      checkpointId: step.task.checkpointId,
    })),
    ...[...calls, ...models].map((run) => ({ run, checkpointId: null })),
  ]
}

/** Of steps of one node that ran together the one that wrote the answer; the first where none did. */
function stepOf(answer: ToldAnswer, steps: readonly TracedStep[]): TracedStep | undefined {
  const alike = steps.filter(({ task }) => task.step === answer.step && task.name === answer.node)
  const wrote = ({ task }: TracedStep) =>
    messagesIn(task.result).some(({ id }) => id === answer.message_id)
  return alike.find(wrote) ?? alike[0]
}

/** Steps may return what was there before, and what another step has told: these are no calls of theirs. */
function callsIn(root: TracedRun, steps: readonly TracedStep[], before: unknown): TracedRun[] {
  const said = [before, ...steps.map(({ task }) => task.result)].flatMap(messagesIn)
  const calls = said.flatMap(({ tool_calls }) => tool_calls ?? [])
  const args = new Map(calls.flatMap(({ id, args }) => (id ? [[id, args] as const] : [])))
  const known = new Set(messagesIn(before).map(({ tool_call_id: id }) => id))
  return steps.flatMap(({ run, task }) =>
    messagesIn(task.result).flatMap((message) => {
      const { type, tool_call_id: id } = message
      if (type !== 'tool' || !id || known.has(id)) return []
      known.add(id)
      return [toolOf(root, run, message, id, args.get(id))]
    }),
  )
}

/** As statuses of runs are told. */
const statusOf: Record<StepStatus, string> = {
  running: 'running',
  done: 'success',
  paused: 'interrupted',
  failed: 'error',
  cut: 'interrupted',
}

interface Task {
  name: string
  error: string | null
  result: unknown
  /** Its own number in the graph: that of its state is the one before. */
  step: number | null
  checkpointId: string
}

function tasksById(states: readonly ToldState[]): Map<string, Task> {
  const tasks = new Map<string, Task>()
  for (const state of states) {
    const told = tasksOfState(state)
    if (!told) continue
    for (const [index, { id, name, error }] of told.tasks.entries()) {
      const { result } = state.tasks[index] ?? {}
      const step = told.step === null ? null : told.step + 1
      tasks.set(id, { name, error, result, step, checkpointId: told.checkpoint_id })
    }
  }
  return tasks
}

function toolOf(
  root: TracedRun,
  step: TracedRun,
  { name, status, content }: Message,
  id: string,
  args: unknown,
): TracedRun {
  const hasFailed = status === 'error'
  return partOf(root, step, {
    key: `tool/${id}`,
    name: name ?? 'tool',
    run_type: 'tool',
    status: hasFailed ? 'error' : 'success',
    startedAt: Date.parse(step.start_time),
    endedAt: step.end_time === null ? null : Date.parse(step.end_time),
    error: hasFailed ? textOf(content) : null,
    inputs: fieldsOf(args, 'input'),
    outputs: { output: content },
    metadata: { tool_call_id: id },
  })
}

function modelOf(root: TracedRun, step: TracedRun, answer: ToldAnswer, result: unknown): TracedRun {
  const message = messagesIn(result).find(({ id }) => id === answer.message_id)
  const endedAt = step.end_time === null ? Number.POSITIVE_INFINITY : Date.parse(step.end_time)
  return partOf(root, step, {
    key: `model/${answer.message_id}`,
    name: answer.model ?? 'model',
    run_type: 'llm',
    status: 'success',
    startedAt: Date.parse(step.start_time),
    endedAt: Math.min(answer.at.getTime(), endedAt),
    error: null,
    inputs: {},
    outputs: message ? { messages: [message] } : null,
    metadata: { ...(answer.model && { ls_model_name: answer.model }) },
  })
}

function partOf(
  root: TracedRun,
  parent: TracedRun,
  part: {
    key: string
    name: string
    run_type: string
    status: string
    startedAt: number
    endedAt: number | null
    error: string | null
    inputs: Record<string, unknown>
    outputs: Record<string, unknown> | null
    metadata: Record<string, unknown>
  },
): TracedRun {
  const { key, startedAt, endedAt, metadata, ...told } = part
  const id = idOf(root.id, key)
  const start_time = new Date(startedAt).toISOString()
  return {
    ...told,
    id,
    start_time,
    end_time: endedAt === null ? null : new Date(endedAt).toISOString(),
    extra: { metadata: { ...Object(root.extra.metadata), ...metadata } },
    trace_id: root.id,
    parent_run_id: parent.id,
    session_id: root.session_id,
    dotted_order: `${parent.dotted_order}.${dottedOrder(start_time, id)}`,
    first_token_time: null,
    tags: [],
    ...tracedUsage([], noPrices),
  }
}

/** The same each time that the trace is read. A task that goes on in another run is a part of that one's trace too. */
function idOf(runId: string, key: string): string {
  const bytes = createHash('sha256').update(`${runId}/${key}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Of a state, or of what a step wrote: an update, a list of them, or the messages alone. */
function messagesIn(written: unknown): Message[] {
  const lists = Array.isArray(written) ? [written, ...written.flatMap(listsIn)] : listsIn(written)
  return lists.flatMap((messages) => messagesOf({ messages }))
}

/** Projects may call their messages otherwise. */
function listsIn(value: unknown): unknown[][] {
  return Object.values(Object(value) as object).filter((field) => Array.isArray(field))
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
