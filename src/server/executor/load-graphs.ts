import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CompiledStateGraph } from '@langchain/langgraph'
import type { BaseCheckpointSaver, BaseStore } from '@langchain/langgraph-checkpoint'
import type { ThreadSaver } from './checkpoint-saver.ts'
import { type GraphLibrary, libraryOf } from './graph-library.ts'
import type { LoadRequest, RunConfig } from './protocol.ts'

/** Any compiled graph; its type parameters belong to user code. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of a graph that is not ours are unknown
export type AnyGraph = CompiledStateGraph<any, any, any, any, any, any>

/** A graph of the project: what its export says, resolved anew for each run if it is a function. */
export interface LoadedGraph {
  library: GraphLibrary
  /** A copy of the graph for one use, that keeps its state in `saver`. */
  forUse(config: RunConfig, saver: ThreadSaver): Promise<AnyGraph>
  /** The graph as it is for a config, to be looked at. */
  resolve(config: RunConfig): Promise<AnyGraph>
}

/** A graph that cannot be loaded; `cause` is what user code threw. */
export class GraphLoadError extends Error {
  constructor(graphId: string, problem: string, cause?: unknown) {
    super(`The graph “${graphId}” cannot be loaded: ${problem}`, { cause })
    this.name = 'GraphLoadError'
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
  const colon = address.lastIndexOf(':')
  const place = colon > 0 ? address.slice(0, colon) : address
  const name = colon > 0 ? address.slice(colon + 1) : 'default'
  const file = path.resolve(directory, place)
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new GraphLoadError(graphId, `there is no file ${place}.`)
  const exported = exportOf(await importModule(graphId, place, file), name)
  if (exported === undefined || exported === null) {
    throw new GraphLoadError(graphId, `${place} has no export named “${name}”.`)
  }
  const resolve = async (config: RunConfig): Promise<AnyGraph> => {
    const made = typeof exported === 'function' ? await exported(config) : await exported
    const graph = compiled(made)
    if (graph) return graph
    throw new GraphLoadError(graphId, `the export “${name}” of ${place} is not a graph.`)
  }
  const sample = await resolve({ configurable: {} }).catch((error: unknown) => {
    if (error instanceof GraphLoadError) throw error
    throw new GraphLoadError(graphId, sentenceOf(error), error)
  })
  return {
    library: await libraryOf(sample, file),
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

async function importModule(graphId: string, place: string, file: string): Promise<object> {
  try {
    return (await import(pathToFileURL(file).href)) as object
  } catch (error) {
    // Where the project lies on this machine is nobody's business.
    const sentence = sentenceOf(error).replaceAll(file, place)
    throw new GraphLoadError(graphId, `${place} failed with “${sentence}”`, error)
  }
}

/** CommonJS modules show their exports on `default` when they cannot be told apart in advance. */
function exportOf(module: object, name: string): unknown {
  const named = module as Record<string, unknown>
  const inner = named.default as Record<string, unknown> | null | undefined
  const isWrapped = typeof inner === 'object' && inner !== null && name in inner
  if (name === 'default') return isWrapped ? inner.default : named.default
  return named[name] ?? (isWrapped ? inner[name] : undefined)
}

interface GraphLike {
  lg_is_pregel?: boolean
  compile?: () => unknown
  graph?: unknown
}

function compiled(value: unknown): AnyGraph | null {
  if (typeof value !== 'object' || value === null) return null
  const candidate = value as GraphLike
  if (candidate.lg_is_pregel) return value as AnyGraph
  if (typeof candidate.compile === 'function') return compiled(candidate.compile())
  // Prebuilt agents wrap their graph.
  return candidate.graph === undefined ? null : compiled(candidate.graph)
}

/** What was thrown, in one line: the first one, or where that only announces it, the first two. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const [first = '', second] = text.split('\n')
  return second && first.endsWith(':') ? `${first} ${second}` : first
}
