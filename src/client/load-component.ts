import {
  getComponent,
  getComponentFile,
} from '../contract/agent-server/components/component-files.ts'
import { componentGlobal } from '../contract/agent-server/components/component-global.ts'
import type { Transport } from './api.ts'
import { callText } from './call-text.ts'

/** What draws the components of a graph: text, as its server hands it out. */
export interface ComponentCode {
  /** The name of the scripts' own object. */
  readonly global: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** So long what was loaded is what is loaded: a message may have many components. */
const freshMs = 10_000

const loaded = new WeakMap<Transport, Map<string, { at: number; code: Promise<ComponentCode> }>>()

/**
 * Loads a component by the published markup, whose files are asked of the same server: nothing else is loaded, wherever
 * the markup leads. `now` in milliseconds.
 * @throws ApiError: 404 where the server has no components for the graph
 */
export function loadComponent(
  transport: Transport,
  graph_id: string,
  name: string,
  now = Date.now(),
): Promise<ComponentCode> {
  const ofServer = loaded.get(transport) ?? new Map()
  loaded.set(transport, ofServer)
  const known = ofServer.get(graph_id)
  if (known && now - known.at < freshMs) return known.code
  const code = load(transport, graph_id, name)
  ofServer.set(graph_id, { at: now, code })
  code.catch(() => ofServer.delete(graph_id))
  return code
}

async function load(transport: Transport, graph_id: string, name: string): Promise<ComponentCode> {
  const markup = await callText(transport, getComponent, { params: { graph_id }, body: { name } })
  const files = filesIn(markup)
  const read = (file: string) =>
    callText(transport, getComponentFile, { params: { graph_id, file } })
  const [scripts, styles] = await Promise.all(
    ['.js', '.css'].map((ending) =>
      Promise.all(files.filter((file) => file.endsWith(ending)).map(read)),
    ),
  )
  return { global: componentGlobal(graph_id), scripts: scripts ?? [], styles: styles ?? [] }
}

/** The names of the files that the markup loads. It is not made a page of: its handlers are not for this one. */
function filesIn(markup: string): string[] {
  const addresses = markup.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)=["']([^"']+)["']/g)
  return [...addresses].flatMap(([, address = '']) => {
    const [, file] = /\/ui\/[^/]+\/([^/?#]+)/.exec(address) ?? []
    return file ? [decodeURIComponent(file)] : []
  })
}
