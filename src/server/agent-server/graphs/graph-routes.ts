import type { Context, Hono } from 'hono'
import {
  getAssistantGraph,
  getAssistantSchemas,
  getAssistantSubgraph,
  getAssistantSubgraphs,
} from '../../../contract/agent-server/graphs.ts'
import type { GraphRequest } from '../../executor/protocol/thread-calls.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { deploymentOf } from '../agent-routes.ts'
import { assistantOf } from '../assistants/assistant-of.ts'
import type { RunEngine } from '../run-engine.ts'
import { askGraph } from './ask-graph.ts'

/** What the graph of an assistant tells of itself, as it is with the assistant's config. */
export function mountGraphs(app: Hono, engine: RunEngine): void {
  const about = async (context: Context, idOrGraph: string): Promise<GraphRequest> => {
    const { graph_id, config } = await assistantOf(engine, context, idOrGraph)
    return { graph_id, config: config ?? {} }
  }
  const subgraphs = async (
    context: Context,
    idOrGraph: string,
    choice: { namespace?: string; recurse: boolean },
  ) => {
    const graph = await about(context, idOrGraph)
    const deployment = deploymentOf(engine, context)
    const found = await askGraph(engine, deployment, { call: 'subgraphs', ...graph, ...choice })
    return JSON.parse(found) as Record<string, object>
  }

  route(app, getAssistantGraph, async ({ params, query, context }) => {
    const graph = await about(context, params.assistant_id)
    const xray = query.xray ?? false
    const deployment = deploymentOf(engine, context)
    const drawing = await askGraph(engine, deployment, { call: 'drawing', ...graph, xray })
    return JSON.parse(drawing) as object
  })
  route(app, getAssistantSchemas, async ({ params, context }) => {
    const graph = await about(context, params.assistant_id)
    const deployment = deploymentOf(engine, context)
    const schemas = await askGraph(engine, deployment, { call: 'schemas', ...graph })
    return { graph_id: graph.graph_id, ...(JSON.parse(schemas) as object) }
  })
  route(app, getAssistantSubgraphs, ({ params, query, context }) =>
    subgraphs(context, params.assistant_id, { recurse: query.recurse ?? false }),
  )
  route(app, getAssistantSubgraph, async ({ params, query, context }) => {
    const { assistant_id, namespace } = params
    // Below the first level a namespace can only be found by looking into it.
    const recurse = (query.recurse ?? false) || namespace.includes('|')
    const found = await subgraphs(context, assistant_id, { namespace, recurse })
    if (Object.keys(found).length > 0) return found
    throw new HttpError(404, `The graph has no subgraph “${namespace}”.`)
  })
}
