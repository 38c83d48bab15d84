import { randomUUID } from 'node:crypto'
import { type BaseCheckpointSaver, MemorySaver } from '@langchain/langgraph'

/**
 * What the executor does with an example: it hands a saver to the compiled graph and runs it on a
 * thread. Gives the graph with a saver in memory, and the configuration of a thread of its own.
 */
export function onThread<Graph extends { checkpointer?: BaseCheckpointSaver | boolean }>(
  graph: Graph,
) {
  graph.checkpointer = new MemorySaver()
  return { graph, thread: { configurable: { thread_id: randomUUID() } } }
}
