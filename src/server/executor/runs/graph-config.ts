import type { AnyGraph } from '../loaded-graph.ts'
import type { GraphLibrary } from '../project/graph-library.ts'
import type { RunOrder } from '../protocol/run-order.ts'
import type { ThreadSaver } from '../state/checkpoint-saver.ts'
import { answerOf } from './answers.ts'
import { messageIds } from './message-ids.ts'
import type { RunWatch } from './run-watch.ts'
import type { StepLease } from './step-lease.ts'

/** The ids of a run, as user code finds them in `config.configurable` and checkpoints in their metadata. */
export function stampOf(order: RunOrder): Record<string, unknown> {
  return {
    run_id: order.run_id,
    graph_id: order.graph_id,
    assistant_id: order.assistant_id,
    run_attempt: order.attempt,
  }
}

/** The graph library's options of a run, but for the stream modes. */
export function graphOptions(
  order: RunOrder,
  signal: AbortSignal,
  watch: RunWatch,
  lease: StepLease | null,
) {
  const { config, checkpoint } = order
  // A continued run goes on from its own last checkpoint, not from where it forked.
  const fork = order.is_continued ? null : checkpoint
  return {
    configurable: {
      ...config.configurable,
      thread_id: order.thread_id,
      run_id: order.run_id,
      graph_id: order.graph_id,
      assistant_id: order.assistant_id,
      ...(fork ? { checkpoint_id: fork.checkpoint_id } : {}),
      ...(fork?.checkpoint_map ? { checkpoint_map: fork.checkpoint_map } : {}),
    },
    metadata: { ...config.metadata, thread_id: order.thread_id, ...stampOf(order) },
    tags: config.tags ?? [],
    ...(config.run_name ? { runName: config.run_name } : {}),
    ...(config.recursion_limit ? { recursionLimit: config.recursion_limit } : {}),
    ...(config.max_concurrency ? { maxConcurrency: config.max_concurrency } : {}),
    ...(order.context ? { context: order.context } : {}),
    ...(order.interrupt_before ? { interruptBefore: order.interrupt_before } : {}),
    ...(order.interrupt_after ? { interruptAfter: order.interrupt_after } : {}),
    ...(order.durability ? { durability: order.durability } : {}),
    callbacks: [messageIds, watch, ...(lease ? [lease] : [])],
    runId: order.run_id,
    signal,
  }
}

/**
 * What the graph is given: the input, a command, or null to go on with what is left to do. Throws a
 * sentence when the command goes to a step that the graph does not have: the library would pass over it. A
 * place to stop at that the graph does not have is passed over: it may be one of a subgraph, or of a revision before.
 */
export async function graphInput(
  order: RunOrder,
  graph: AnyGraph,
  library: GraphLibrary,
  saver: ThreadSaver,
): Promise<unknown> {
  if (order.is_continued) return null
  const { command } = order
  if (!command) return order.input ?? null
  const parts: { resume?: unknown; update?: unknown; goto?: unknown } = {}
  if (isGiven(command.update)) parts.update = command.update
  if (isGiven(command.goto)) {
    const targets = [command.goto].flat().map(gotoTarget)
    const steps = targets.map((target) => (typeof target === 'string' ? target : target.node))
    checkSteps(graph, steps)
    parts.goto = targets
  }
  if ('resume' in command && command.resume !== undefined) {
    parts.resume = await answerOf(command.resume, order, graph, saver)
    if (parts.resume === undefined) delete parts.resume
  }
  if (Object.keys(parts).length === 0) return null
  return new library.Command(parts as ConstructorParameters<GraphLibrary['Command']>[0])
}

const end = '__end__'

function checkSteps(graph: AnyGraph, steps: string[]) {
  for (const step of steps) {
    if (step !== end && !(step in graph.nodes)) {
      throw new Error(`The graph has no step “${step}”, which the run names in goto.`)
    }
  }
}

/** A step's name, or a step with an input of its own: `input` on the wire, `args` in the library. */
function gotoTarget(target: unknown): string | { node: string; args: unknown } {
  if (typeof target === 'string') return target
  const { node, input, args = input } = Object(target) as Record<string, unknown>
  if (typeof node !== 'string') {
    throw new Error(
      'Each goto of a command is the name of a step, or an object with node and input.',
    )
  }
  return { node, args: args ?? {} }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
