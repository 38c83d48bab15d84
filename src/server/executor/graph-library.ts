import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { AsyncBatchedStore, Command, CompiledStateGraph, MemorySaver } from '@langchain/langgraph'
import * as schemaReader from '@langchain/langgraph/zod/schema'
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { withoutQueue } from './direct-store.ts'

/** The copy of the graph library that a graph was made with. */
export interface GraphLibrary {
  Command: typeof Command
  /** Revives messages and other values as classes of that copy, so that `instanceof` holds in user code. */
  serializer: SerializerProtocol
  /** Reads the schemas that a graph declares; it knows the marks of that copy only. */
  schemas: SchemaReader
}

/** Each answers a JSON Schema, or undefined where the graph declares none. Throws on what has none. */
export type SchemaReader = Record<
  'getInputTypeSchema' | 'getOutputTypeSchema' | 'getStateTypeSchema' | 'getConfigTypeSchema',
  (graph: unknown) => Record<string, unknown> | undefined
>

interface Exports {
  /** Absent from old copies. */
  AsyncBatchedStore?: typeof AsyncBatchedStore
  Command: typeof Command
  CompiledStateGraph: typeof CompiledStateGraph
  MemorySaver: typeof MemorySaver
  schemas: SchemaReader
}

const ownSchemas = schemaReader as unknown as SchemaReader
const own: Exports = {
  AsyncBatchedStore,
  Command,
  CompiledStateGraph,
  MemorySaver,
  schemas: ownSchemas,
}

/**
 * Finds the copy of the library that made `graph`, a graph of the module `file`: the project's ES
 * module copy, its CommonJS copy, or the one that Quarterdeck ships.
 */
export async function libraryOf(graph: object, file: string): Promise<GraphLibrary> {
  for (const copy of [own, ...(await copiesOf(file))]) {
    if (isMadeBy(copy, graph)) return libraryFrom(copy)
  }
  return libraryFrom(own)
}

function libraryFrom(copy: Exports): GraphLibrary {
  const { Command, schemas } = copy
  if (copy.AsyncBatchedStore) withoutQueue(copy.AsyncBatchedStore)
  return { Command, schemas, serializer: new copy.MemorySaver().serde }
}

async function copiesOf(file: string): Promise<Exports[]> {
  const require = createRequire(file)
  let packageFile: string
  try {
    packageFile = require.resolve('@langchain/langgraph/package.json')
  } catch {
    return []
  }
  const manifest = JSON.parse(await readFile(packageFile, 'utf8')) as {
    exports?: Record<string, { import?: { default?: string } | string } | undefined>
  }
  const load = async (name: string): Promise<unknown> => {
    const entry = manifest.exports?.[name]?.import
    const file = typeof entry === 'string' ? entry : entry?.default
    return file && import(pathToFileURL(path.join(path.dirname(packageFile), file)).href)
  }
  // An old copy has none; then graphs of it are read by ours.
  const schemas = ((await load('./zod/schema').catch(() => null)) ?? ownSchemas) as SchemaReader
  const copies: Exports[] = []
  const esm = await load('.')
  if (esm) copies.push({ ...(esm as Exports), schemas })
  const commonJs = require.cache[require.resolve('@langchain/langgraph')]
  if (commonJs) copies.push({ ...(commonJs.exports as Exports), schemas })
  return copies
}

/** By the base class: graphs of the functional interface are no state graphs, but share it. */
function isMadeBy(copy: Exports, graph: object): boolean {
  for (
    let type: object | null = copy.CompiledStateGraph.prototype;
    type !== null && type !== Object.prototype;
    type = Object.getPrototypeOf(type)
  ) {
    if (type.constructor.name === 'Pregel') return Object.prototype.isPrototypeOf.call(type, graph)
  }
  return false
}
