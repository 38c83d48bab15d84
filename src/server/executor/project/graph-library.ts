import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  AsyncBatchedStore,
  Command,
  CompiledStateGraph,
  MemorySaver,
  messagesStateReducer,
} from '@langchain/langgraph'
import * as schemaReader from '@langchain/langgraph/zod/schema'
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { keepingDigits } from '../state/digit-serializer.ts'
import { readingPlainData } from '../state/plain-serializer.ts'
import { withoutQueue } from './direct-store.ts'

/** The copy of the graph library that a graph was made with. */
export interface GraphLibrary {
  Command: typeof Command
  /** What channels of messages are written by. */
  messagesStateReducer: typeof messagesStateReducer
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
  messagesStateReducer: typeof messagesStateReducer
  schemas: SchemaReader
}

const ownSchemas = schemaReader as unknown as SchemaReader
const own: Exports = {
  AsyncBatchedStore,
  Command,
  CompiledStateGraph,
  MemorySaver,
  messagesStateReducer,
  schemas: ownSchemas,
}

/**
 * Finds the copy of the library that made `graph`, a graph of the module `file`: the project's CommonJS copy, its ES
 * module copy, or the one that Quarterdeck ships.
 */
export async function libraryOf(graph: object, file: string): Promise<GraphLibrary> {
  if (isMadeBy(own, graph)) return libraryFrom(own)
  const required = requiredCopy(file)
  if (required && isMadeBy(required, graph)) return libraryFrom(required)
  const imported = await importedCopy(file)
  return libraryFrom(imported && isMadeBy(imported, graph) ? imported : own)
}

function libraryFrom(copy: Exports): GraphLibrary {
  const { Command, messagesStateReducer, schemas } = copy
  if (copy.AsyncBatchedStore) withoutQueue(copy.AsyncBatchedStore)
  const serializer = keepingDigits(readingPlainData(new copy.MemorySaver().serde))
  return { Command, messagesStateReducer, schemas, serializer }
}

const libraryName = '@langchain/langgraph'
const schemasName = `${libraryName}/zod/schema`

/** The copy that the project's CommonJS files have required; null when none has. */
function requiredCopy(file: string): Exports | null {
  const require = createRequire(file)
  try {
    const loaded = require.cache[require.resolve(libraryName)]
    if (!loaded) return null
    return { ...(loaded.exports as Exports), schemas: schemasFrom(() => require(schemasName)) }
  } catch {
    return null
  }
}

/** An old copy has none; then graphs of it are read by ours. */
function schemasFrom(load: () => unknown): SchemaReader {
  try {
    return load() as SchemaReader
  } catch {
    return ownSchemas
  }
}

/** The copy that the project's ES modules import; null when the project has none. */
async function importedCopy(file: string): Promise<Exports | null> {
  let packageFile: string
  try {
    packageFile = createRequire(file).resolve(`${libraryName}/package.json`)
  } catch {
    return null
  }
  const manifest = JSON.parse(await readFile(packageFile, 'utf8')) as {
    exports?: Record<string, { import?: { default?: string } | string } | undefined>
  }
  const load = async (name: string): Promise<unknown> => {
    const entry = manifest.exports?.[name]?.import
    const file = typeof entry === 'string' ? entry : entry?.default
    return file && import(pathToFileURL(path.join(path.dirname(packageFile), file)).href)
  }
  const copy = await load('.')
  if (!copy) return null
  const schemas = await load('./zod/schema').catch(() => null)
  return { ...(copy as Exports), schemas: (schemas ?? ownSchemas) as SchemaReader }
}

/**
 * True for a graph of a copy from before `oldestLibrary`, which this server does not run: the first had no mark, and
 * none after them prepares specs.
 */
export function isOfOldLibrary(graph: object): boolean {
  return baseOf(graph) !== null && (!('lg_is_pregel' in graph) || 'prepareSpecs' in graph)
}

/** By the base class: graphs of the functional interface are no state graphs, but share it. */
function isMadeBy(copy: Exports, graph: object): boolean {
  const base = baseOf(copy.CompiledStateGraph.prototype)
  return base !== null && Object.prototype.isPrototypeOf.call(base, graph)
}

/** The prototype that all graphs of one copy have in common; null for what is no graph. */
function baseOf(graph: object): object | null {
  for (
    let type: object | null = graph;
    type !== null && type !== Object.prototype;
    type = Object.getPrototypeOf(type)
  ) {
    if (type.constructor?.name === 'Pregel' && Object.hasOwn(type, 'constructor')) return type
  }
  return null
}
