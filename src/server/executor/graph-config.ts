import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { ThreadSaver } from './checkpoint-saver.ts'
import type { GraphLibrary } from './graph-library.ts'
import type { AnyGraph } from './load-graphs.ts'
import type { RunOrder } from './protocol.ts'

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
export function graphOptions(order: RunOrder, signal: AbortSignal) {
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
    runId: order.run_id,
    signal,
  }
}

/** What the graph is given: the input, a command, or null to go on with what is left to do. */
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
  if (isGiven(command.goto)) parts.goto = [command.goto].flat().map(gotoTarget)
  if ('resume' in command && command.resume !== undefined) {
    if (command.resume) parts.resume = command.resume
    else {
      const question = await firstQuestion(order, graph, saver)
      if (question !== undefined) parts.resume = { [question]: command.resume }
    }
  }
  if (Object.keys(parts).length === 0) return null
  return new library.Command(parts as ConstructorParameters<GraphLibrary['Command']>[0])
}

/** A node's name, or a node with an input of its own: `input` on the wire, `args` in the library. */
function gotoTarget(target: unknown): unknown {
  if (typeof target !== 'object' || target === null) return target
  const {
    node,
    input,
    args = input,
  } = target as { node?: unknown; input?: unknown; args?: unknown }
  return { node, args: args ?? {} }
}

/**
 * The id of the question that an answer without an id is for. The library takes false, 0, an empty
 * text and null for no answer at all, unless they are given by the question's id.
 */
async function firstQuestion(
  order: RunOrder,
  graph: AnyGraph,
  saver: ThreadSaver,
): Promise<string | undefined> {
  const checkpoint_id = order.checkpoint?.checkpoint_id
  const configurable = { thread_id: order.thread_id, checkpoint_ns: '', checkpoint_id }
  const found: CheckpointTuple | undefined = await saver.getTuple({ configurable })
  if (!found) return undefined
  const state = await graph.getState({ configurable })
  for (const task of state.tasks) {
    for (const question of task.interrupts) if (question.id) return question.id
  }
  return undefined
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
