import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { type Assistant, searchAssistants } from '../../../contract/agent-server/assistants.ts'
import { getAssistantSchemas } from '../../../contract/agent-server/graphs.ts'
import { writeJson } from '../../../contract/exact-json.ts'
import { answerTool } from './answer-tool.ts'
import { toolNames } from './tool-names.ts'
import { toolSchema } from './tool-schema.ts'

const pageSize = 1_000

/** The assistants that the caller may see, by the names of their tools. */
export async function assistantsByTool(
  transport: Transport,
  signal: AbortSignal,
): Promise<Map<string, Assistant>> {
  const all: Assistant[] = []
  for (;;) {
    // Oldest first: what comes in between is at the end, and no name moves by it.
    const page = { limit: pageSize, offset: all.length, sort_order: 'asc' as const }
    const found = await call(transport, searchAssistants, { body: page, signal })
    all.push(...found)
    if (found.length < pageSize) break
  }
  return toolNames(all, [answerTool.name])
}

/** Every assistant as a tool, and the one by which questions are answered. */
export async function listTools(transport: Transport, signal: AbortSignal): Promise<Tool[]> {
  const assistants = await assistantsByTool(transport, signal)
  const schemas = new Map<string, Promise<Tool['inputSchema'] | null>>()
  const schemaOf = ({ assistant_id, graph_id, config }: Assistant) => {
    // Assistants of a graph that are configured alike have one schema.
    const key = writeJson([graph_id, config ?? {}])
    const schema = schemas.get(key) ?? inputSchema(transport, assistant_id, signal)
    schemas.set(key, schema)
    return schema
  }
  const tools = [...assistants].map(async ([name, assistant]): Promise<Tool[]> => {
    const schema = await schemaOf(assistant)
    if (!schema) return []
    const title = assistant.name || assistant.graph_id
    return [
      {
        name,
        title,
        description: assistant.description || `Runs the agent “${title}”.`,
        inputSchema: schema,
        annotations: { readOnlyHint: false, openWorldHint: true },
      },
    ]
  })
  return [...(await Promise.all(tools)).flat(), answerTool]
}

/** Null for an assistant that the caller may not read. */
async function inputSchema(
  transport: Transport,
  assistant_id: string,
  signal: AbortSignal,
): Promise<Tool['inputSchema'] | null> {
  try {
    const { input_schema } = await call(transport, getAssistantSchemas, {
      params: { assistant_id },
      signal,
    })
    return toolSchema(input_schema)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if ([403, 404].includes(error.status ?? 0)) return null
    // A graph that cannot tell its schema can be run all the same.
    if (error.status === 502 || error.status === 409) return { type: 'object' }
    throw error
  }
}
