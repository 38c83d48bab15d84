import type { GraphDrawing, GraphSchemas } from '../../../contract/agent-server/graphs.ts'
import type { AnyGraph } from '../loaded-graph.ts'
import type { SchemaReader } from './graph-library.ts'
import { fieldsSchema, hasConfigFields } from './state-fields.ts'
import { hasUntypedFields, withTypes } from './typed-fields.ts'

/** How a graph is drawn: its nodes and the ways between them. */
export async function drawingOf(graph: AnyGraph, xray: boolean | number): Promise<GraphDrawing> {
  const drawn = await graph.getGraphAsync({ xray })
  const { nodes, edges } = drawn.toJSON() as {
    nodes: Record<string, unknown>[]
    edges: GraphDrawing['edges']
  }
  const metadata = new Map(Object.values(drawn.nodes).map((node) => [node.id, node.metadata]))
  return {
    nodes: nodes.map((node) => {
      const told = metadata.get(String(node.id))
      const hasMetadata = told !== undefined && Object.keys(told).length > 0
      return { ...node, id: String(node.id), ...(hasMetadata ? { metadata: told } : {}) }
    }),
    edges: edges.map((edge) => ({ ...edge, conditional: edge.conditional ?? false })),
  }
}

/**
 * What a graph takes and gives. Declared schemas are turned into JSON Schema; of a graph that declares
 * none, the names of its fields are told, with what its types say of them where those were read.
 */
export function schemasOf(
  graph: AnyGraph,
  reader: SchemaReader,
  types: GraphSchemas = {},
): GraphSchemas {
  const config = declared(() => reader.getConfigTypeSchema(graph)) ?? types.config_schema ?? null
  return {
    input_schema:
      declared(() => reader.getInputTypeSchema(graph)) ??
      withTypes(fieldsSchema(graph, 'input'), types.input_schema),
    output_schema:
      declared(() => reader.getOutputTypeSchema(graph)) ??
      withTypes(fieldsSchema(graph, 'output'), types.output_schema),
    state_schema:
      declared(() => reader.getStateTypeSchema(graph)) ??
      withTypes(fieldsSchema(graph, 'state'), types.state_schema),
    config_schema: config,
    context_schema: config,
  }
}

/** Whether the types of a graph may say more of it than it tells by itself. */
export function isUntyped(graph: AnyGraph, reader: SchemaReader): boolean {
  const { input_schema, output_schema, state_schema, config_schema } = schemasOf(graph, reader)
  const parts = [input_schema, output_schema, state_schema]
  return (
    parts.some((schema) => !schema || hasUntypedFields(schema)) ||
    (!config_schema && hasConfigFields(graph))
  )
}

/** By namespace, as the states of subgraphs have it. */
export async function subgraphsOf(
  graph: AnyGraph,
  reader: SchemaReader,
  namespace: string | undefined,
  recurse: boolean,
): Promise<Record<string, GraphSchemas>> {
  const found: Record<string, GraphSchemas> = {}
  for await (const [name, subgraph] of graph.getSubgraphsAsync(namespace, recurse)) {
    found[name] = schemasOf(subgraph as AnyGraph, reader)
  }
  return found
}

/** Some types have no JSON Schema (a function, a class): such a schema is told as none. */
function declared(read: () => Record<string, unknown> | undefined): Record<string, unknown> | null {
  try {
    return read() ?? null
  } catch {
    return null
  }
}
