import type { Step, StepStatus } from '../../contract/agent-server/steps/steps-of-run.ts'
import type { Conversation, EventContext } from './conversation-types.ts'

/** Steps kept for the screen, the newest; older ones are in the event list and in the history. */
const maxSteps = 500

type WithSteps = Pick<Conversation, 'steps' | 'barrierAt' | 'hasTaskEvents'>

/**
 * A `tasks` event: a start carries the node's name, a result carries `result` or `error`. These are
 * exact, so from the first one on the other hints are ignored.
 */
export function foldTask<C extends WithSteps>(conversation: C, data: unknown, at: EventContext): C {
  const task = data as Record<string, unknown> | null
  if (typeof task?.id !== 'string' || typeof task.name !== 'string') return conversation
  const isEnd = 'result' in task || 'error' in task
  const base = conversation.hasTaskEvents
    ? conversation
    : { ...conversation, steps: [], hasTaskEvents: true }
  if (!isEnd) {
    const known = base.steps.find((step) => step.key === task.id)
    if (known?.status === 'running') return base
    // What a crash took back is done once more.
    const others = known ? base.steps.filter((step) => step !== known) : base.steps
    return { ...base, steps: added(others, running(task.id, task.name, at.at)) }
  }
  const isPaused = Array.isArray(task.interrupts) && task.interrupts.length > 0
  const status: StepStatus = task.error ? 'failed' : isPaused ? 'paused' : 'done'
  return endStep(base, (step) => step.key === task.id, status, at)
}

/** A node showed itself by streaming: it is at work since the superstep began. */
export function foldNodeSeen<C extends WithSteps>(
  conversation: C,
  node: string,
  step: unknown,
  at: EventContext,
): C {
  if (conversation.hasTaskEvents) return conversation
  const key = `${node}:${String(step)}`
  if (conversation.steps.some((item) => item.key === key)) return conversation
  const began = at.at === null ? null : (conversation.barrierAt ?? at.at)
  return { ...conversation, steps: added(conversation.steps, running(key, node, began)) }
}

/** A node finished: an `updates` event names it. */
export function foldNodeDone<C extends WithSteps>(
  conversation: C,
  node: string,
  at: EventContext,
): C {
  if (conversation.hasTaskEvents) return conversation
  const isIt = (step: Step) => step.node === node && step.status === 'running'
  if (conversation.steps.some(isIt)) return endStep(conversation, isIt, 'done', at)
  const began = at.at === null ? null : conversation.barrierAt
  const key = `${node}:done:${doneCount(conversation.steps) + 1}`
  const step: Step = { key, node, status: 'done', startedAt: began, endedAt: at.at }
  return { ...conversation, steps: added(conversation.steps, step) }
}

/** The run is over: what still looked at work was paused, failed or cut off. */
export function endRunningSteps(
  steps: readonly Step[],
  status: StepStatus,
  at: number | null,
): readonly Step[] {
  if (!steps.some((step) => step.status === 'running')) return steps
  return steps.map((step) => (step.status === 'running' ? { ...step, status, endedAt: at } : step))
}

/**
 * Some servers end a step that failed like one without a result. The tasks that the thread was left with
 * tell which it was.
 */
export function withFailures(
  steps: readonly Step[],
  tasks: readonly { id: string; error?: unknown }[],
): readonly Step[] {
  const failed = new Set(tasks.filter((task) => task.error).map((task) => task.id))
  if (failed.size === 0) return steps
  return steps.map((step) => (failed.has(step.key) ? { ...step, status: 'failed' } : step))
}

function added(steps: readonly Step[], step: Step): readonly Step[] {
  return [...steps, step].slice(-maxSteps)
}

/** The serial number of the newest step that was only seen to be done. */
function doneCount(steps: readonly Step[]): number {
  const last = steps.findLast(({ key }) => key.includes(':done:'))
  return Number(last?.key.split(':done:').at(-1) ?? 0)
}

function running(key: string, node: string, startedAt: number | null): Step {
  return { key, node, status: 'running', startedAt, endedAt: null }
}

function endStep<C extends WithSteps>(
  conversation: C,
  isIt: (step: Step) => boolean,
  status: StepStatus,
  { at }: EventContext,
): C {
  let isFound = false
  const steps = conversation.steps.map((step) => {
    if (isFound || !isIt(step)) return step
    isFound = true
    return { ...step, status, endedAt: at }
  })
  return isFound ? { ...conversation, steps } : conversation
}
