import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph-checkpoint'
import { oldestLibrary } from '../../../contract/control-plane/oldest-library.ts'
import type { AnyGraph, LoadedGraph } from '../loaded-graph.ts'
import type { LoadRequest } from '../protocol/project-requests.ts'
import type { RunConfig } from '../protocol/run-order.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { ThreadSaver } from '../state/checkpoint-saver.ts'
import { isOfOldLibrary, libraryOf } from './graph-library.ts'
import { ExportError, LoadError, loadExport } from './load-export.ts'

/** A graph that cannot be loaded; `cause` is what user code threw. */
class GraphLoadError extends LoadError {
  constructor(graphId: string, problem: string, cause?: unknown) {
    super(`The graph “${graphId}” cannot be loaded: ${problem}`, cause)
  }
}

/**
 * Loads every graph of a langgraph.json, each to be used with `store`. Rejects with a GraphLoadError
 * that names the first that fails.
 */
export async function loadGraphs(
  request: LoadRequest,
  store: BaseStore,
): Promise<Map<string, LoadedGraph>> {
  const graphs = new Map<string, LoadedGraph>()
  for (const [graphId, address] of Object.entries(request.graphs)) {
    graphs.set(graphId, await loadGraph(request.directory, graphId, address, store))
  }
  return graphs
}

async function loadGraph(
  directory: string,
  graphId: string,
  address: string,
  store: BaseStore,
): Promise<LoadedGraph> {
  const found = await loadExport(directory, address).catch((error: unknown) => {
    if (!(error instanceof ExportError)) throw error
    throw new GraphLoadError(graphId, error.message, error.cause)
  })
  const { value: exported, place, file, name } = found
  const resolve = async (config: RunConfig): Promise<AnyGraph> => {
    const made = typeof exported === 'function' ? await exported(config) : await exported
    const graph = compiled(made)
    if (graph && isOfOldLibrary(graph)) {
      throw new GraphLoadError(
        graphId,
        `“${name}” of ${place} is made with a @langchain/langgraph before ${oldestLibrary}, and this server runs ${oldestLibrary} and later. Raise it in the package.json of what makes the graph.`,
      )
    }
    if (graph) return graph
    throw new GraphLoadError(graphId, `the export “${name}” of ${place} is not a graph.`)
  }
  const sample = await resolve({ configurable: {} }).catch((error: unknown) => {
    if (error instanceof GraphLoadError) throw error
    throw new GraphLoadError(graphId, sentenceOf(error), error)
  })
  return {
    library: await libraryOf(sample, file),
    fixed: typeof exported === 'function' ? null : sample,
    sample,
    resolve,
    async forUse(config: RunConfig, saver: ThreadSaver) {
      const graph = (await resolve(config)).withConfig({}) as AnyGraph
      // The library's types know savers with numbers for versions only; texts work as well.
      graph.checkpointer = saver as unknown as BaseCheckpointSaver
      graph.store = store
      return graph
    },
  }
}

interface GraphLike {
  lg_is_pregel?: boolean
  compile?: () => unknown
  graph?: unknown
}

function compiled(value: unknown): AnyGraph | null {
  if (typeof value !== 'object' || value === null) return null
  const candidate = value as GraphLike
  if (candidate.lg_is_pregel || isOfOldLibrary(value)) return value as AnyGraph
  if (typeof candidate.compile === 'function') return compiled(candidate.compile())
  // Prebuilt agents wrap their graph.
  return candidate.graph === undefined ? null : compiled(candidate.graph)
}
