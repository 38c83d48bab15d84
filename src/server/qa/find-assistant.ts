import { call, type Transport } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import {
  type Assistant,
  getAssistant,
  searchAssistants,
} from '../../contract/agent-server/assistants.ts'

/**
 * An assistant by its id or the name of its graph. Some servers start runs by that name and do not answer who it is: then it
 * is the assistant that the graph had from the start. Rejects with the ApiError of a server that knows none.
 */
export async function findAssistant(
  agent: Transport,
  assistant_id: string,
  signal?: AbortSignal,
): Promise<Assistant> {
  try {
    return await call(agent, getAssistant, { params: { assistant_id }, signal })
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 422)) throw error
    const body = { graph_id: assistant_id, limit: 100 }
    const found = await call(agent, searchAssistants, { body, signal })
    const named = found.find(({ metadata }) => metadata?.created_by === 'system') ?? found[0]
    if (named) return named
    throw error
  }
}
