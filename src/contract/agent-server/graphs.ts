import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { queryBoolean } from '../query.ts'

const anyRecord = z.record(z.string(), z.unknown())

/**
 * A node of a graph's drawing. `__start__` and `__end__` are where it begins and ends. With `xray` the
 * nodes of a subgraph are told as `subgraph:node`. `metadata` may hold `__interrupt`: `before`,
 * `after` or `before,after`.
 */
const GraphNode = z.looseObject({
  id: z.string(),
  /** `schema` for start and end, `runnable` for the others. */
  type: z.nullish(z.string()),
  data: z.nullish(z.unknown()),
  metadata: z.nullish(anyRecord),
})
export type GraphNode = z.infer<typeof GraphNode>

/** A way from one node to another. `data` is the label of a branch, if it has one. */
const GraphEdge = z.looseObject({
  source: z.string(),
  target: z.string(),
  data: z.nullish(z.string()),
  conditional: z.nullish(z.boolean()),
})
export type GraphEdge = z.infer<typeof GraphEdge>

export const GraphDrawing = z.looseObject({
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
})
export type GraphDrawing = z.infer<typeof GraphDrawing>

/**
 * What a graph takes and gives, as JSON Schemas: as the graph declares them at run time, else as its types
 * do once they are read, until then by the names of its fields. A schema is null where nothing is known.
 */
export const GraphSchemas = z.looseObject({
  graph_id: z.nullish(z.string()),
  input_schema: z.nullish(anyRecord),
  output_schema: z.nullish(anyRecord),
  state_schema: z.nullish(anyRecord),
  config_schema: z.nullish(anyRecord),
  context_schema: z.nullish(anyRecord),
})
export type GraphSchemas = z.infer<typeof GraphSchemas>

const assistantParams = z.object({ assistant_id: z.string() })
const recurseQuery = z.strictObject({ recurse: z.optional(queryBoolean) })

/** `xray` as a number opens so many levels of subgraphs. 503 while no revision serves. */
export const getAssistantGraph = endpoint({
  name: 'getAssistantGraph',
  area: 'agent',
  method: 'GET',
  path: '/assistants/{assistant_id}/graph',
  role: 'viewer',
  isAudited: false,
  params: assistantParams,
  query: z.strictObject({
    xray: z.optional(
      z.pipe(
        z.union(
          [z.boolean(), z.number(), z.string()],
          'Write true, false or a number of levels, once.',
        ),
        z.transform((value: boolean | number | string, context) => {
          const depth = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
          if (typeof depth === 'number' && Number.isInteger(depth) && depth >= 0 && depth <= 100) {
            return depth
          }
          const parsed = queryBoolean.safeParse(value)
          if (parsed.success) return parsed.data
          const message = 'Write true, false or a number of levels.'
          context.issues.push({ code: 'custom', input: value, message })
          return z.NEVER
        }),
      ),
    ),
  }),
  response: GraphDrawing,
})

export const getAssistantSchemas = endpoint({
  name: 'getAssistantSchemas',
  area: 'agent',
  method: 'GET',
  path: '/assistants/{assistant_id}/schemas',
  role: 'viewer',
  isAudited: false,
  params: assistantParams,
  response: GraphSchemas,
})

/** Schemas by namespace: the node's name, with `recurse` also `node|inner node`. */
export const getAssistantSubgraphs = endpoint({
  name: 'getAssistantSubgraphs',
  area: 'agent',
  method: 'GET',
  path: '/assistants/{assistant_id}/subgraphs',
  role: 'viewer',
  isAudited: false,
  params: assistantParams,
  query: recurseQuery,
  response: z.record(z.string(), GraphSchemas),
})

export const getAssistantSubgraph = endpoint({
  name: 'getAssistantSubgraph',
  area: 'agent',
  method: 'GET',
  path: '/assistants/{assistant_id}/subgraphs/{namespace}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ assistant_id: z.string(), namespace: z.string() }),
  query: recurseQuery,
  response: z.record(z.string(), GraphSchemas),
})
