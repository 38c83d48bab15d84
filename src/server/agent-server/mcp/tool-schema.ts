import type { Tool } from '@modelcontextprotocol/sdk/types.js'

type Schema = Record<string, unknown>

/**
 * A graph's input schema as that of a tool: an object. A list of messages is one message, a text: the graph library takes
 * it for what the user says, and those who call tools write nothing else.
 */
export function toolSchema(input: unknown): Tool['inputSchema'] {
  const schema = fieldsOf(input)
  const properties = Object.entries(fieldsOf(schema.properties)).map(([name, property]) => [
    name,
    isMessageList(property, fieldsOf(schema.$defs ?? schema.definitions)) ? message : property,
  ])
  return { ...schema, type: 'object', properties: Object.fromEntries(properties) }
}

const message = { type: 'string', description: 'What the user says to the agent.' }

/** Marked as one (JavaScript), or a list of the library's kinds of messages (Python). */
function isMessageList(property: unknown, definitions: Schema): boolean {
  const { langgraph_type, type, items } = fieldsOf(property)
  if (langgraph_type === 'messages') return true
  const { oneOf, anyOf } = fieldsOf(items)
  const kinds = [oneOf, anyOf].find(Array.isArray) as unknown[] | undefined
  if (type !== 'array' || !kinds) return false
  return kinds.some((kind) => {
    const name = /^#\/(?:\$defs|definitions)\/(\w+)$/.exec(String(fieldsOf(kind).$ref ?? ''))?.[1]
    return name !== undefined && name in definitions && /^(Human|AI)Message(Chunk)?$/.test(name)
  })
}

function fieldsOf(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : {}
}
