import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, CompiledStateGraph, MemorySaver } from '@langchain/langgraph'
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

/** The copy of the graph library that a graph was made with. */
export interface GraphLibrary {
  Command: typeof Command
  /** Revives messages and other values as classes of that copy, so that `instanceof` holds in user code. */
  serializer: SerializerProtocol
}

interface Exports {
  Command: typeof Command
  CompiledStateGraph: typeof CompiledStateGraph
  MemorySaver: typeof MemorySaver
}

const own: Exports = { Command, CompiledStateGraph, MemorySaver }

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
  return { Command: copy.Command, serializer: new copy.MemorySaver().serde }
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
    exports?: { '.'?: { import?: { default?: string } | string } }
  }
  const entry = manifest.exports?.['.']?.import
  const esmEntry = typeof entry === 'string' ? entry : entry?.default
  const copies: Exports[] = []
  if (esmEntry) {
    const url = pathToFileURL(path.join(path.dirname(packageFile), esmEntry)).href
    copies.push((await import(url)) as Exports)
  }
  const commonJs = require.cache[require.resolve('@langchain/langgraph')]
  if (commonJs) copies.push(commonJs.exports as Exports)
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
