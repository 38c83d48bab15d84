import type { CompiledStateGraph } from '@langchain/langgraph'
import type { GraphLibrary } from './project/graph-library.ts'
import type { RunConfig } from './protocol/run-order.ts'
import type { ThreadSaver } from './state/checkpoint-saver.ts'

/** Any compiled graph; its type parameters belong to user code. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of a graph that is not ours are unknown
export type AnyGraph = CompiledStateGraph<any, any, any, any, any, any>

/** A graph of the project: what its export says, resolved anew for each run if it is a function. */
export interface LoadedGraph {
  library: GraphLibrary
  /** The graph itself, where it is one and the same for every use. */
  fixed: AnyGraph | null
  /** The graph as it is without a config. */
  sample: AnyGraph
  /** A copy of the graph for one use, that keeps its state in `saver`. */
  forUse(config: RunConfig, saver: ThreadSaver): Promise<AnyGraph>
  /** The graph as it is for a config, to be looked at. */
  resolve(config: RunConfig): Promise<AnyGraph>
}
