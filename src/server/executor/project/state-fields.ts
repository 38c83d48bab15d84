import type { AnyGraph } from '../loaded-graph.ts'

type Schema = Record<string, unknown>

const definitions = {
  input: '_inputDefinition',
  output: '_outputDefinition',
  state: '_schemaDefinition',
} as const

/**
 * The fields of a state that was written without schemas: their names are known at run time, their types
 * are not, but for lists of messages, which are told by how they merge. Null for a graph without fields.
 */
export function fieldsSchema(graph: AnyGraph, part: keyof typeof definitions): Schema | null {
  const builder = (graph as unknown as { builder?: Record<string, unknown> }).builder
  const channels = builder?.[definitions[part]]
  if (typeof channels !== 'object' || channels === null) return null
  const fields = Object.entries(channels).filter(([name]) => !name.startsWith('__'))
  const properties = fields.map(([name, channel]) => [name, isMessages(channel) ? messages : {}])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** Whether a graph's configuration has fields, which are declared as those of a state. */
export function hasConfigFields(graph: AnyGraph): boolean {
  const builder = (graph as unknown as { builder?: { _configSchema?: unknown } }).builder
  return Object.keys(Object(builder?._configSchema)).length > 0
}

/** `langgraph_type` is the library's own word for it, in schemas that declare it. */
const messages: Schema = {
  type: 'array',
  langgraph_type: 'messages',
  items: {
    type: 'object',
    properties: {
      role: { type: 'string' },
      type: { type: 'string' },
      content: {},
    },
  },
}

function isMessages(channel: unknown): boolean {
  const made = typeof channel === 'function' ? (channel as () => unknown)() : channel
  const operator = (made as { operator?: { name?: unknown } } | null)?.operator
  return /^messages\w*Reducer$/.test(String(operator?.name))
}
